// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// Converts the times of the GPS week that frames contain to UTC.
///
/// The leap seconds between the two are those of the receiver: as it states them, or the difference between the time of the
/// week and UTC in a message with both.
struct WeekClock: Sendable {
  /// A date and a time, UTC, to the millisecond.
  struct Moment: Sendable {
    var date: CivilDate
    var time: UTCTime
  }

  /// By how much GPS is ahead of UTC, seconds; `nil` while unknown.
  private(set) var leapSeconds: Int64?
  /// A GPS week, and a time in it.
  private var week: (number: Int, timeOfWeek: UInt32)?
  /// The last moment that a frame has stated, and the time of the week in the same frame.
  private var stated: (timeOfWeek: UInt32, moment: Moment)?

  fileprivate static let dayLength: Int64 = 86_400_000
  /// 6 January 1980, the first day of the first week, in days since 1970.
  static let firstDay = 3657

  // MARK: - What frames state

  /// Learns a moment that a message calls valid, and the time of the week in the same message, milliseconds.
  mutating func learn(_ moment: Moment, at timeOfWeek: UInt32) {
    stated = (timeOfWeek, moment)
    let ahead = Int64(timeOfWeek) - moment.time.nanosecondsOfDay / 1_000_000
    learn(leapSeconds: (Self.modulo(ahead + 500, Self.dayLength)) / 1000)
  }

  mutating func learn(leapSeconds: Int64?) {
    // More have not come about in 45 years; a receiver that does not know them may send anything.
    if let leapSeconds, (0..<60).contains(leapSeconds) { self.leapSeconds = leapSeconds }
  }

  mutating func learn(week: Int?, at timeOfWeek: UInt32) {
    if let week, week > 0 { self.week = (week, timeOfWeek) }
  }

  /// Looks up the leap seconds of the week in a table; returns false if no week is known, or if they are known already.
  ///
  /// For receivers that state the week, but neither UTC nor the leap seconds.
  mutating func assumeLeapSeconds() -> Bool {
    guard leapSeconds == nil, let week else { return false }
    let day = week.number * 7 + Int(week.timeOfWeek) / Int(Self.dayLength)
    leapSeconds = Int64(Self.leaps.prefix { $0 <= day }.count)
    return true
  }

  /// The days of GPS that began with another leap second: July 1981 to January 2017.
  fileprivate static let leaps = [
    542, 907, 1272, 2003, 2917, 3648, 4013, 4560, 4925, 5290, 5839,
    6386, 6935, 9492, 10_588, 11_865, 12_960, 13_510,
  ]

  // MARK: - Conversion

  /// Returns the time of day of a time of the week, milliseconds; `nil` while the leap seconds are unknown.
  func time(of timeOfWeek: UInt32) -> UTCTime? {
    // In a leap second, only the frame with UTC tells it from the next second.
    if let stated, stated.timeOfWeek == timeOfWeek { return stated.moment.time }
    guard let leapSeconds else { return nil }
    let milliseconds = Self.modulo(Int64(timeOfWeek) - leapSeconds * 1000, Self.dayLength)
    return UTCTime(nanosecondsOfDay: milliseconds * 1_000_000)
  }

  /// Returns the date of a time of the week; `nil` while a week or the leap seconds are unknown, and if frames state UTC.
  func date(of timeOfWeek: UInt32) -> CivilDate? {
    guard stated == nil, let leapSeconds, let week else { return nil }
    var number = week.number
    let halfWeek = Self.dayLength * 7 / 2
    let step = Int64(timeOfWeek) - Int64(week.timeOfWeek)
    if step < -halfWeek { number += 1 }
    if step > halfWeek { number -= 1 }
    let milliseconds = Int64(timeOfWeek) - leapSeconds * 1000
    let day = milliseconds < 0 ? -1 : Int(milliseconds / Self.dayLength)
    return CivilDate(daysSince1970: Self.firstDay + 7 * number + day)
  }

  private static func modulo(_ value: Int64, _ modulus: Int64) -> Int64 {
    let remainder = value % modulus
    return remainder < 0 ? remainder + modulus : remainder
  }
}

extension WeekClock.Moment {
  /// Creates a moment from the fields of a frame, rounded to the millisecond; `nil` if one is out of range.
  ///
  /// The nanoseconds are added to the second, and may be negative.
  init?(
    _ date: (year: UInt16, month: UInt8, day: UInt8),
    _ time: (hour: UInt8, minute: UInt8, second: UInt8), nanosecond: Int32
  ) {
    guard let day = CivilDate(year: Int(date.year), month: Int(date.month), day: Int(date.day)),
      let whole = UTCTime(hour: time.hour, minute: time.minute, second: time.second),
      abs(Int64(nanosecond)) <= 1_000_000_000
    else { return nil }
    let exact = whole.nanosecondsOfDay + Int64(nanosecond)
    let rounded = (exact + (exact < 0 ? -500_000 : 500_000)) / 1_000_000 * 1_000_000
    if rounded < 0 {
      self.date = CivilDate(daysSince1970: day.daysSince1970 - 1)
      self.time = UTCTime(nanosecondsOfDay: rounded + nanosecondsPerDay)
    } else if rounded < nanosecondsPerDay {
      self.date = day
      self.time = UTCTime(nanosecondsOfDay: rounded)
    } else if time.second == 60,
      let leap = UTCTime(
        hour: 23, minute: 59, second: 60, nanosecond: UInt32(rounded - nanosecondsPerDay))
    {
      self.date = day
      self.time = leap
    } else {
      self.date = CivilDate(daysSince1970: day.daysSince1970 + 1)
      self.time = UTCTime(nanosecondsOfDay: rounded - nanosecondsPerDay)
    }
  }
}

extension CivilDate {
  /// Returns the time of the GPS week on this day, milliseconds; UTC is behind it by the leap seconds so far.
  package func timeOfWeek(at time: UTCTime) -> UInt32 {
    let day = daysSince1970 - WeekClock.firstDay
    let leapSeconds = Int64(WeekClock.leaps.prefix { $0 <= day }.count)
    let milliseconds =
      Int64(day) * WeekClock.dayLength + time.nanosecondsOfDay / 1_000_000 + leapSeconds * 1000
    let week = WeekClock.dayLength * 7
    return UInt32((milliseconds % week + week) % week)
  }
}
