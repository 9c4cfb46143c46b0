// Core Location for Linux. SPDX-License-Identifier: MIT

/// The reference time for ages: the earlier of the newest fixes of the last two appends.
///
/// A receiver that sends a wrong date once must not empty the store, so the earlier of two appends counts. Nor are ages
/// ever counted from a date that was stored long ago: after a wrong date in the future, all later fixes would be too old
/// forever.
struct StoreClock {
  private var last: Int64?

  /// Returns the reference time for ages, microseconds since 1970; `nil` for the first append, and without a fix.
  ///
  /// - Parameter newest: the time of the newest fix that is being appended.
  func reference(_ newest: Int64?) -> Int64? {
    guard let newest, let last else { return nil }
    return min(newest, last)
  }

  mutating func appended(_ newest: Int64) { last = newest }
}
