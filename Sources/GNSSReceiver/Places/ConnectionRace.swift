// Core Location for Linux. SPDX-License-Identifier: MIT

/// When each address of a server is tried, and when it is given up; the first that answers is used.
///
/// The next address is begun while those before it are pending, as RFC 8305 ("Happy Eyeballs") has it. It knows the
/// addresses by their numbers only, opens nothing and reads no clock.
struct ConnectionRace {
  /// How long an address is alone before the next one is begun beside it.
  static let headStart: Duration = .milliseconds(250)
  /// How long an address may take to answer while there are others, and how long the only one left may.
  static let patience: Duration = .seconds(5)
  static let lastPatience: Duration = .seconds(30)

  private struct Attempt {
    let address: Int
    let begun: Duration
  }

  private var further: Range<Int>
  private var attempts: [Attempt] = []
  /// From when on the next address may be begun.
  private var nextStart: Duration = .zero

  /// - Parameter count: how many addresses there are.
  init(count: Int) { further = 0..<count }

  /// Addresses that have been begun and not given up, the first first.
  var pending: [Int] { attempts.map(\.address) }

  /// Whether none is left.
  var isLost: Bool { attempts.isEmpty && further.isEmpty }

  /// When to look at ``expired(at:)`` and ``begin(at:)`` again; `nil` for never.
  var deadline: Duration? {
    let ends = attempts.first.map { $0.begun + patience }
    return [ends, further.isEmpty ? nil : nextStart].compactMap(\.self).min()
  }

  /// The address to begin now; `nil` if it is none's turn.
  mutating func begin(at now: Duration) -> Int? {
    guard attempts.isEmpty || now >= nextStart, let next = further.popFirst() else { return nil }
    attempts.append(Attempt(address: next, begun: now))
    nextStart = now + Self.headStart
    return next
  }

  /// An address has refused, or is given up: the next one need not wait.
  mutating func failed(_ address: Int, at now: Duration) {
    attempts.removeAll { $0.address == address }
    nextStart = min(nextStart, now)
  }

  /// The first address that has taken too long; `nil` if none has.
  func expired(at now: Duration) -> Int? {
    guard let first = attempts.first, now >= first.begun + patience else { return nil }
    return first.address
  }

  /// What the first address has, which was begun before the others.
  private var patience: Duration {
    attempts.count == 1 && further.isEmpty ? Self.lastPatience : Self.patience
  }
}
