// Core Location for Linux. SPDX-License-Identifier: MIT

/// The kind of a sentence: the last three characters of its address, as in `GGA`.
///
/// For a proprietary sentence it is the whole address, as in `PGRME`.
public struct SentenceFormatter: RawRepresentable, Hashable, Sendable {
  /// The characters, at most eight, the first in the lowest byte.
  public let rawValue: UInt64

  /// Creates the formatter with these characters, the first in the lowest byte.
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension SentenceFormatter: ExpressibleByStringLiteral {
  /// Creates the formatter from a literal.
  ///
  /// - Precondition: it has at most eight characters, all of them ASCII.
  public init(stringLiteral characters: StaticString) { rawValue = packedText(characters) }
}

extension SentenceFormatter: CustomStringConvertible {
  /// The characters as they are sent.
  public var description: String { packedText(rawValue) }
}
