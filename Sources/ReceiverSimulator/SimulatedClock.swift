// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

package struct SimulatedInstant: Hashable, Sendable {
  package let elapsed: Double
  /// The date, UTC.
  package let date: CivilDate
  /// The time of day, UTC.
  package let time: UTCTime
}

/// Counts epochs from a date and a time.
struct SimulatedClock: Sendable {
  /// Milliseconds from 1 January 1970 to the first epoch, not counting leap seconds.
  private let start: Int
  private let rate: Int
  /// Milliseconds from 1 January 1970 to the midnight before which a leap second is inserted.
  private let leap: Int?

  init(date: CivilDate, time: UTCTime, rate: Int, leapSecondOn leapDay: CivilDate?) {
    start = date.daysSince1970 * Self.day + Int(time.nanosecondsOfDay / 1_000_000)
    self.rate = rate
    leap = leapDay.map { ($0.daysSince1970 + 1) * Self.day }
  }

  /// Returns seconds from 1 January 1970 to an epoch, not counting leap seconds.
  func seconds(of epoch: Int) -> Double { Double(start + offset(of: epoch)) / 1000 }

  func instant(of epoch: Int) -> SimulatedInstant {
    let offset = offset(of: epoch)
    var now = start + offset
    var isLeapSecond = false
    if let leap, start < leap, now >= leap {
      now -= 1000
      isLeapSecond = now < leap
    }
    let days = now >= 0 ? now / Self.day : (now - Self.day + 1) / Self.day
    let rest = now - days * Self.day
    let seconds = rest / 1000
    return SimulatedInstant(
      elapsed: Double(offset) / 1000,
      date: CivilDate(daysSince1970: days),
      time: UTCTime(
        hour: UInt8(seconds / 3600), minute: UInt8(seconds / 60 % 60),
        second: UInt8(seconds % 60) + (isLeapSecond ? 1 : 0),
        nanosecond: UInt32(rest % 1000) * 1_000_000) ?? Self.midnight)
  }

  /// Returns milliseconds from the first epoch, rounded if the rate does not divide a second.
  private func offset(of epoch: Int) -> Int { (epoch * 1000 + rate / 2) / rate }

  private static let day = 86_400_000

  private static var midnight: UTCTime {
    guard let midnight = UTCTime(hour: 0, minute: 0, second: 0) else {
      preconditionFailure("midnight is a time")
    }
    return midnight
  }
}
