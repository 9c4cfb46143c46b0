// Core Location for Linux. SPDX-License-Identifier: MIT

/// How long to wait before trying again: longer after each failure, and never as long as everybody else.
///
/// The limit doubles from 1 s to 5 min. The wait is between half of it and all of it: when a server returns, its clients
/// do not come at the same instant.
package struct Backoff: Hashable, Sendable {
  private let first: Duration
  private let longest: Duration
  private var limit: Duration

  package init(first: Duration = .seconds(1), longest: Duration = .seconds(300)) {
    (self.first, self.longest, limit) = (first, longest, first)
  }

  /// The wait after another failure.
  ///
  /// - Parameter random: a random number in `0..<1`.
  package mutating func failed(random: Double) -> Duration {
    defer { limit = min(limit * 2, longest) }
    return limit * (0.5 + 0.5 * min(max(random, 0), 1))
  }

  /// It works: the next failure is the first again.
  package mutating func succeeded() { limit = first }
}
