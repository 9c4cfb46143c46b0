// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// NAV-TIMEUTC, of the first generation: UTC of the messages with the same run time.
///
///     runTime tAcc msErr ms year month day hour minute second valid source dateValid
///     0       4    8     12 14   16    17  18   19     20     21    22     23
struct CASICTime: CASICMessage {
  /// Milliseconds since the start.
  var runTime: UInt32
  var year: UInt16
  var month: UInt8
  var day: UInt8
  var hour: UInt8
  var minute: UInt8
  var second: UInt8
  var millisecond: UInt16
  /// Bit 0: the time of the week is known; 1: the week; 2: the leap seconds.
  var valid: UInt8
  /// 0 unknown, 1 entered, 2 by one satellite, 3 by several.
  var dateValid: UInt8

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 24 else { return nil }
    runTime = payload.integer(at: 0)
    (millisecond, year) = (payload.integer(at: 12), payload.integer(at: 14))
    (month, day) = (payload.byte(at: 16), payload.byte(at: 17))
    (hour, minute) = (payload.byte(at: 18), payload.byte(at: 19))
    (second, valid) = (payload.byte(at: 20), payload.byte(at: 21))
    dateValid = payload.byte(at: 23)
  }

  /// `nil` unless everything in it is known.
  var moment: WeekClock.Moment? {
    guard valid & 7 == 7, dateValid >= 2, millisecond < 1000 else { return nil }
    return WeekClock.Moment(
      (year, month, day), (hour, minute, second), nanosecond: Int32(millisecond) * 1_000_000)
  }
}

/// NAV2-TIMEUTC, of the second generation: UTC of the position before it.
///
///     tAcc subms subcs cs year month day hour minute second flags source leap seconds
///     0    4     8     9  10   12    13  14   15     16     17    18     19
struct CASIC2Time: CASICMessage {
  var year: UInt16
  var month: UInt8
  var day: UInt8
  var hour: UInt8
  var minute: UInt8
  var second: UInt8
  var hundredth: UInt8
  /// Bit 0: the time of the week is known; 1: the week; 2: the leap seconds; 3: reliably.
  var flags: UInt8
  /// The system from which the time comes, 1 for BeiDou.
  var source: UInt8
  /// Those of that system: 18 for GPS, 4 for BeiDou.
  var leapSeconds: Int8

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    (hundredth, year) = (payload.byte(at: 9), payload.integer(at: 10))
    (month, day) = (payload.byte(at: 12), payload.byte(at: 13))
    (hour, minute) = (payload.byte(at: 14), payload.byte(at: 15))
    (second, flags) = (payload.byte(at: 16), payload.byte(at: 17))
    (source, leapSeconds) = (payload.byte(at: 18), payload.integer(at: 19))
  }

  /// `nil` unless everything in it is known.
  var moment: WeekClock.Moment? {
    guard flags & 7 == 7, hundredth < 100 else { return nil }
    return WeekClock.Moment(
      (year, month, day), (hour, minute, second), nanosecond: Int32(hundredth) * 10_000_000)
  }

  /// By how much GPS is ahead of UTC, if this is the UTC of a time of its week, milliseconds; `nil` if it is that of another one.
  func leapSeconds(at timeOfWeek: UInt32) -> Int? {
    guard let moment else { return nil }
    let dayLength: Int64 = 86_400_000
    let ahead = (Int64(timeOfWeek) - moment.time.nanosecondsOfDay / 1_000_000) % dayLength
    let seconds = ((ahead + dayLength) % dayLength + 500) / 1000
    // The time of BeiDou is 14 seconds behind that of GPS.
    return [Int64(leapSeconds), Int64(leapSeconds) + 14].contains(seconds) ? Int(seconds) : nil
  }
}
