// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// A day of the Gregorian calendar, in UTC.
public struct CivilDate: Hashable, Sendable {
  /// The year, 1…9999.
  public let year: Int
  /// The month, 1…12.
  public let month: Int
  /// The day of the month, 1…31.
  public let day: Int

  /// Creates a date; `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date that is a number of days after 1 January 1970.
  ///
  /// Years are counted from March, so that the leap day is the last of a year (Euclidean affine functions of the
  /// calendar; 146,097 days make 400 years).
  public init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Days since 1 January 1970.
  public var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: Encodable {
  /// Writes the date as its ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CivilDate: Comparable, CustomStringConvertible {
  /// Whether a date is before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// `yyyy-mm-dd`.
  public var description: String {
    "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
  }

  /// Reads a ``description``; `nil` for anything else, and for a day that does not exist.
  package init?(description: some StringProtocol) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension CivilDate {
  /// The month in which this version was made: a receiver that reports to it cannot report an earlier date.
  ///
  /// Set with each release. It is a constant because nothing here reads a clock.
  package static let build = CivilDate(daysSince1970: 20_758)  // 1 November 2026

  /// Returns the last day that a corrected date of a live receiver may have: two years after the machine's date, or after ``build``
  /// if the machine's clock is behind that.
  ///
  /// An old log that is played into a port keeps its dates: moved by 1024 weeks, most would be beyond this day.
  package static func latestLive(on today: CivilDate) -> CivilDate {
    CivilDate(daysSince1970: max(build, today).daysSince1970 + 2 * 365)
  }

  /// Whether a live receiver that reports this date has not learned the true one yet.
  ///
  /// Having been switched on, some count from the beginning of a week: the first one of GPS, one in which its counter has
  /// overflowed, or that in which their firmware was made. Nobody plays logs that are older than the first overflow.
  func isCountedFromStart(_ time: UTCTime) -> Bool {
    let days = daysSince1970 - WeekClock.firstDay
    if days < 7 * 1025 { return true }
    return days % 7 == 0 && time.nanosecondsOfDay < 900_000_000_000
      && daysSince1970 < Self.build.daysSince1970 - 2 * 365
  }
}
