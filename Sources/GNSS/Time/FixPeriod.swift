// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The time between fixes, by the receiver's clock.
package struct FixPeriod: Sendable {
  /// `nil` before the second fix; of the last two fixes that no outage separates.
  package private(set) var value: Duration?
  /// Nanoseconds since 1970, or since midnight without a date.
  private var last: Int64?

  /// Longer pauses count as outages.
  package static var longest: Duration { Duration(nanoseconds: ClockSelector.longestPeriod) }

  package init() {}

  package mutating func received(_ time: FixTime?) {
    guard let time else { return }
    let now = time.nanosecondsSince1970 ?? time.time.nanosecondsOfDay
    defer { last = now }
    guard let last, now > last, now - last <= ClockSelector.longestPeriod else { return }
    value = Duration(nanoseconds: now - last)
  }
}
