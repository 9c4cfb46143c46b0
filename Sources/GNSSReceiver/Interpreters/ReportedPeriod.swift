// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The time between fixes, computed from their own times.
struct ReportedPeriod {
  private(set) var value: Duration?
  private var last: Int64?

  /// Longer pauses count as outages, in nanoseconds.
  private static let longest: Int64 = 60_000_000_000

  mutating func received(_ time: FixTime) {
    defer { last = time.nanosecondsSince1970 ?? last }
    guard let last, let now = time.nanosecondsSince1970, now > last, now - last <= Self.longest
    else { return }
    value = .nanoseconds(now - last)
  }
}
