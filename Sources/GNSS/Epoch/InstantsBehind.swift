// Core Location for Linux. SPDX-License-Identifier: MIT

/// Counts instants that come one after the other although later ones have been reported.
///
/// A few are late, or are sent again. More than that are those of a clock that was set back.
struct InstantsBehind: Sendable {
  /// How many are late, at most.
  private static let most = 5

  private(set) var count = 0
  /// Nanoseconds of the day.
  private var first: Int64 = 0
  private var last: Int64 = 0
  /// How long those of a clock that was set back last, at least, by their own times.
  private let leastDuration: Int64

  init(lasting leastDuration: Int64 = 0) { self.leastDuration = leastDuration }

  /// Adds a sentence about such an instant, and returns whether the clock was set back.
  mutating func add(_ time: Int64) -> Bool {
    let step = timeDifference(time, last)
    guard count > 0, step >= -RecentInstants.sameInstant else {
      (count, first, last) = (1, time, time)
      return false
    }
    guard step > RecentInstants.sameInstant else { return false }
    (count, last) = (count + 1, time)
    return count > Self.most && timeDifference(time, first) >= leastDuration
  }

  /// Records that a later instant has come.
  mutating func end() { count = 0 }
}
