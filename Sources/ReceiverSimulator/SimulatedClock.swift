// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import NMEA0183

package struct SimulatedInstant: Hashable, Sendable {
  package let elapsed: Double
  /// The date, UTC.
  package let date: CivilDate
  /// The time of day, UTC.
  package let time: UTCTime

  /// - Parameter milliseconds: from 1 January 1970, not counting leap seconds.
  init(elapsed: Double, at milliseconds: Int, isLeapSecond: Bool = false) {
    let days = Int((Double(milliseconds) / Double(Self.day)).rounded(.down))
    let time = UTCTime(nanosecondsOfDay: Int64(milliseconds - days * Self.day) * 1_000_000)
    self.elapsed = elapsed
    date = CivilDate(daysSince1970: days)
    let last = UTCTime(hour: 23, minute: 59, second: 60, nanosecond: time.nanosecond)
    self.time = isLeapSecond ? last ?? time : time
  }

  /// Milliseconds from 1 January 1970; a leap second is the first second of the next day.
  var milliseconds: Int { Self.milliseconds(date, time) }

  static func milliseconds(_ date: CivilDate, _ time: UTCTime) -> Int {
    date.daysSince1970 * day + Int(time.nanosecondsOfDay / 1_000_000)
  }

  static let day = 86_400_000
}

/// Counts epochs from a date and a time.
struct SimulatedClock: Sendable {
  /// Milliseconds from 1 January 1970 to the first epoch, not counting leap seconds.
  private let start: Int
  private let rate: Int
  /// Milliseconds from 1 January 1970 to the midnight before which a leap second is inserted.
  private let leap: Int?

  init(date: CivilDate, time: UTCTime, rate: Int, leapSecondOn leapDay: CivilDate?) {
    start = SimulatedInstant.milliseconds(date, time)
    self.rate = rate
    leap = leapDay.map { ($0.daysSince1970 + 1) * SimulatedInstant.day }
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
    return SimulatedInstant(elapsed: Double(offset) / 1000, at: now, isLeapSecond: isLeapSecond)
  }

  /// Returns milliseconds from the first epoch, rounded if the rate does not divide a second.
  private func offset(of epoch: Int) -> Int { (epoch * 1000 + rate / 2) / rate }
}
