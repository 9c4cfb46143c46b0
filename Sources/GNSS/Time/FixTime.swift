// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// The time at which a fix was determined, by the receiver's clock, never by this machine's.
public struct FixTime: Hashable, Sendable {
  /// The date; `nil` until the receiver has sent one.
  public var date: CivilDate?

  /// The time of day, UTC.
  public var time: UTCTime

  /// Whether the date was moved forward by a multiple of 1024 weeks, because the receiver's week counter has
  /// overflowed.
  public var isRolloverCorrected = false

  /// Creates a time with or without a date.
  public init(date: CivilDate?, time: UTCTime, isRolloverCorrected: Bool = false) {
    self.date = date
    self.time = time
    self.isRolloverCorrected = isRolloverCorrected
  }

  package init(nanosecondsSince1970 nanoseconds: Int64) {
    let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: nanosecondsPerDay)
    let isBefore = remainder < 0
    self.init(
      date: CivilDate(daysSince1970: Int(isBefore ? quotient - 1 : quotient)),
      time: UTCTime(nanosecondsOfDay: isBefore ? remainder + nanosecondsPerDay : remainder))
  }

  /// The years between which the difference of any two times can be counted in nanoseconds.
  private static let years = 1908...2199

  /// Nanoseconds since 1 January 1970, as POSIX counts them: a leap second is the first second of the next day.
  ///
  /// `nil` without a date, and for dates before 1908 or after 2199, which a receiver may send: the integer could not represent
  /// the difference of two of those.
  public var nanosecondsSince1970: Int64? {
    guard let date, Self.years.contains(date.year) else { return nil }
    return Int64(date.daysSince1970) * nanosecondsPerDay + time.nanosecondsOfDay
  }
}

extension FixTime {
  /// The same instant without a 60th second, which is the next minute's first.
  package var withoutSecond60: FixTime {
    guard time.second == 60 else { return self }
    var next = self
    next.time = UTCTime(nanosecondsOfDay: time.nanosecondsOfDay)
    if time.hour == 23, time.minute == 59 {
      next.date = date.map { CivilDate(daysSince1970: $0.daysSince1970 + 1) }
    }
    return next
  }

  /// Whether a 60th second can be a leap second rather than 59.996, rounded: at the end of June or December.
  ///
  /// Without a date, the end of any day may be one.
  var mayBeLeapSecond: Bool {
    guard time.hour == 23, time.minute == 59 else { return false }
    return date.map { ($0.month, $0.day) == (6, 30) || ($0.month, $0.day) == (12, 31) } ?? true
  }
}

let nanosecondsPerDay: Int64 = 86_400_000_000_000

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

/// The standard library's own conversions and its multiplication are generic, and these run at every wake-up.
extension Duration {
  package init(nanoseconds: Int64) {
    self.init(attoseconds: Int128(nanoseconds) * 1_000_000_000)
  }

  /// Whole nanoseconds, at most 292 years.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

  package static func * (duration: Duration, count: Int) -> Duration {
    Duration(attoseconds: duration.attoseconds * Int128(count))
  }
}
