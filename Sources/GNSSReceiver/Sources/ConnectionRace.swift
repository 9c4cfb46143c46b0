// Core Location for Linux. SPDX-License-Identifier: MIT

/// Decides when each address of a server is tried and when it is given up; the first that answers is used.
///
/// The next address is started while earlier ones are pending, as RFC 8305 ("Happy Eyeballs") recommends. A race knows
/// the addresses only by number, opens nothing and reads no clock.
struct ConnectionRace {
  /// How long an address is tried alone before the next one is started in parallel.
  static let headStart: Duration = .milliseconds(250)
  /// How long an address may take to answer while others are left, and how long the last one may take.
  static let patience: Duration = .seconds(5)
  static let lastPatience: Duration = .seconds(30)

  private struct Attempt {
    let address: Int
    let begun: Duration
  }

  private var further: Range<Int>
  private var attempts: [Attempt] = []
  /// The earliest time at which the next address may be started.
  private var nextStart: Duration = .zero

  /// - Parameter count: the number of addresses.
  init(count: Int) { further = 0..<count }

  /// Addresses that have been started and not given up, the earliest first.
  var pending: [Int] { attempts.map(\.address) }

  /// Whether no address is left.
  var isLost: Bool { attempts.isEmpty && further.isEmpty }

  /// When to call ``expired(at:)`` and ``begin(at:)`` again; `nil` for never.
  var deadline: Duration? {
    let ends = attempts.first.map { $0.begun + patience }
    return [ends, further.isEmpty ? nil : nextStart].compactMap(\.self).min()
  }

  /// Returns the address to start now; `nil` if none is due.
  mutating func begin(at now: Duration) -> Int? {
    guard attempts.isEmpty || now >= nextStart, let next = further.popFirst() else { return nil }
    attempts.append(Attempt(address: next, begun: now))
    nextStart = now + Self.headStart
    return next
  }

  /// Gives up an address that has refused or timed out; the next one need not wait any longer.
  mutating func failed(_ address: Int, at now: Duration) {
    attempts.removeAll { $0.address == address }
    nextStart = min(nextStart, now)
  }

  /// Returns the first address that has taken too long; `nil` if none has.
  func expired(at now: Duration) -> Int? {
    guard let first = attempts.first, now >= first.begun + patience else { return nil }
    return first.address
  }

  /// The time allowed for the first of the pending addresses, which was started before the others.
  private var patience: Duration {
    attempts.count == 1 && further.isEmpty ? Self.lastPatience : Self.patience
  }
}
