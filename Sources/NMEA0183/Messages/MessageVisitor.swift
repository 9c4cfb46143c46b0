// Core Location for Linux. SPDX-License-Identifier: MIT

/// Takes the messages of a stream, those that make up nearly all of it each by its own name.
///
/// The fastest way to read: ``SentenceFramer/read(_:into:_:)`` neither wraps nor moves these messages, and what
/// a visitor does with them is compiled into the loop that reads them.
///
/// ```swift
/// struct Positions: MessageVisitor {
///   mutating func visit(_ message: Message, _ output: (GGA) -> Void) {
///     if case .gga(let message) = message { output(message) }
///   }
/// }
/// ```
public protocol MessageVisitor {
  /// What the visitor tells in turn; `Never` for one that only gathers.
  associatedtype Output

  /// Takes a GGA.
  mutating func visit(_ message: GGA, _ output: (Output) -> Void)
  /// Takes an RMC.
  mutating func visit(_ message: RMC, _ output: (Output) -> Void)
  /// Takes a GSA.
  mutating func visit(_ message: GSA, _ output: (Output) -> Void)
  /// Takes a VTG.
  mutating func visit(_ message: VTG, _ output: (Output) -> Void)
  /// Takes a GSV.
  mutating func visit(_ message: GSV, _ output: (Output) -> Void)
  /// Takes a GLL.
  mutating func visit(_ message: GLL, _ output: (Output) -> Void)

  /// Takes a message of any other kind, and of those above that the visitor has no method for.
  mutating func visit(_ message: Message, _ output: (Output) -> Void)

  /// Takes what was dropped so far, before the message that follows, if there may be more of it than before.
  mutating func visit(_ defects: Defects, _ output: (Output) -> Void)
}

extension MessageVisitor {
  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: GGA, _ output: (Output) -> Void) {
    visit(.gga(message), output)
  }

  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: RMC, _ output: (Output) -> Void) {
    visit(.rmc(message), output)
  }

  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: GSA, _ output: (Output) -> Void) {
    visit(.gsa(message), output)
  }

  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: VTG, _ output: (Output) -> Void) {
    visit(.vtg(message), output)
  }

  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: GSV, _ output: (Output) -> Void) {
    visit(.gsv(message), output)
  }

  /// Takes it as any other.
  @inlinable
  public mutating func visit(_ message: GLL, _ output: (Output) -> Void) {
    visit(.gll(message), output)
  }

  /// Passes over it.
  @inlinable
  public mutating func visit(_ defects: Defects, _ output: (Output) -> Void) {}

  /// Takes a message by the method of its kind.
  @inlinable
  mutating func take(_ message: Message, _ output: (Output) -> Void) {
    switch message {
    case .gga(let message): visit(message, output)
    case .rmc(let message): visit(message, output)
    case .gsa(let message): visit(message, output)
    case .vtg(let message): visit(message, output)
    case .gsv(let message): visit(message, output)
    case .gll(let message): visit(message, output)
    default: visit(message, output)
    }
  }
}
