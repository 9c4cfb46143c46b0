// Core Location for Linux. SPDX-License-Identifier: MIT

/// The wait before another attempt: doubled after each failure, up to a limit.
package struct Backoff: Hashable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var current: Duration

  package init(first: Duration, longest: Duration) {
    (self.first, self.longest, current) = (first, longest, first)
  }

  /// Returns the wait after another failure.
  package mutating func next() -> Duration {
    defer { current = min(current * 2, longest) }
    return current
  }

  /// Returns the wait after another failure, shortened at random by up to half.
  ///
  /// When a server returns, its clients then do not connect at the same instant.
  ///
  /// - Parameter random: a random number in `0..<1`; 1 would not shorten the wait.
  package mutating func next(random: Double) -> Duration {
    next() * (0.5 + 0.5 * min(max(random, 0), 1))
  }

  /// Records a success, so that the next failure counts as a first one.
  package mutating func reset() { current = first }
}
