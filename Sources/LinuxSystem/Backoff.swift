// Core Location for Linux. SPDX-License-Identifier: MIT

/// How long to wait before trying again: twice as long after each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var current: Duration

  package init(first: Duration, longest: Duration) {
    (self.first, self.longest, current) = (first, longest, first)
  }

  /// The wait after another failure.
  package mutating func next() -> Duration {
    defer { current = min(current * 2, longest) }
    return current
  }

  /// The wait after another failure, shortened at random by up to a half: when a server returns, its clients do not come
  /// at the same instant.
  ///
  /// - Parameter random: a random number in `0..<1`; 1 shortens nothing.
  package mutating func next(random: Double) -> Duration {
    next() * (0.5 + 0.5 * min(max(random, 0), 1))
  }

  /// It has worked: the next failure is a first one.
  package mutating func reset() { current = first }
}
