// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// The clock by which the last minutes go: for a receiver, the machine's; for a recording, which may be replayed faster than
/// it was recorded, that of its fixes.
package struct HistoryClock {
  /// The time of the last fix of a recording, since 1970; `nil` for anything else.
  package private(set) var recordedTime: Duration?

  package init() {}

  /// Follows a fix.
  ///
  /// - Returns: whether another history begins with it, because the clock was set back, or because it is a fix without a
  ///   time among others.
  package mutating func received(_ fix: Fix, isRecorded: Bool) -> Bool {
    let time = isRecorded ? fix.time?.nanosecondsSince1970.map { Duration.nanoseconds($0) } : nil
    defer { recordedTime = time }
    return time.map { $0 < recordedTime ?? $0 } ?? (recordedTime != nil)
  }

  /// - Parameter now: the machine's monotonic clock.
  package func time(at now: Duration) -> Duration { recordedTime ?? now }
}
