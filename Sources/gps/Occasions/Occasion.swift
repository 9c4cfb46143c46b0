// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Something that `gps on` waits for: a value that is given fixes and losses, and their times.
protocol Occasion {
  /// Processes a fix, and returns what has happened with it.
  ///
  /// - Parameters:
  ///   - time: seconds on a clock that passes as the fixes' own times do.
  ///   - arrival: when it arrived, on the monotonic clock.
  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> Occurrence?

  /// Processes the loss of the fix, on the monotonic clock.
  mutating func fixLost(at now: Duration) -> Occurrence?

  /// When to call ``elapsed()``, on the monotonic clock; `nil` for never.
  var due: Duration? { get }

  /// Processes that ``due`` has passed.
  mutating func elapsed() -> Occurrence?

  /// The worst accuracy of a fix that it can use, meters.
  var worstAccuracy: Double { get }

  /// What it has begun to watch, for people; `nil` if there is nothing to say.
  var notice: String? { get }
}

extension Occasion {
  mutating func fixLost(at now: Duration) -> Occurrence? { nil }
  var due: Duration? { nil }
  mutating func elapsed() -> Occurrence? { nil }
  var worstAccuracy: Double { .infinity }
  var notice: String? { nil }
}
