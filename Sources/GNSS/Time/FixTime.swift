// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// When a fix was taken, as the receiver tells it: never a clock of this machine.
public struct FixTime: Hashable, Sendable {
  /// The date; `nil` until the receiver has sent one.
  public var date: CivilDate?

  /// The time of day, UTC.
  public var time: UTCTime

  /// Whether the date was moved on by a multiple of 1024 weeks, because the receiver's week counter
  /// had overflowed.
  public var isRolloverCorrected = false

  /// A time with or without its date.
  public init(date: CivilDate?, time: UTCTime, isRolloverCorrected: Bool = false) {
    self.date = date
    self.time = time
    self.isRolloverCorrected = isRolloverCorrected
  }

  /// The last day of which every nanosecond, those of a leap second too, can be counted.
  private static let lastDay = Int(Int64.max / nanosecondsPerDay) - 1

  /// Nanoseconds since 1 January 1970; `nil` without a date, and for one before 1678 or after 10 April
  /// 2262, which a receiver may send and no such number can tell.
  ///
  /// As POSIX counts them: a leap second is the next day's first second.
  public var nanosecondsSince1970: Int64? {
    guard let days = date?.daysSince1970, abs(days) <= Self.lastDay else { return nil }
    return Int64(days) * nanosecondsPerDay + time.nanosecondsOfDay
  }
}

let nanosecondsPerDay: Int64 = 86_400_000_000_000
