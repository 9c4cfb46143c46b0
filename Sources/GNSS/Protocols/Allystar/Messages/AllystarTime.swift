// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-TIME: week and time of the week of one system.
///
///     system flags fraction TOW week leap seconds error
///     0      1     2        4   8    10           12
struct AllystarTime: Encodable, Sendable {
  /// 0 GPS, 1 BeiDou, 2 GLONASS, 3 Galileo.
  var system: UInt8
  /// Milliseconds.
  var timeOfWeek: UInt32
  var week: UInt16?
  var leapSeconds: Int16?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 12 else { return nil }
    system = payload.byte(at: 0)
    let flags = payload.byte(at: 1)
    timeOfWeek = payload.integer(at: 4)
    week = flags & 1 != 0 ? payload.integer(at: 8) : nil
    leapSeconds = flags & 4 != 0 ? payload.integer(at: 10) : nil
  }
}

/// NAV-TIMEUTC: UTC, which is valid if and only if the position is.
///
///     TOW tAcc nanosecond year month day hour minute second valid
///     0   4    8          12   14    15  16   17     18     19
struct AllystarUTC: Encodable, Sendable {
  /// Milliseconds; TAU1201 is a millisecond behind its position here, and a millisecond ahead in ``nanosecond``.
  var timeOfWeek: UInt32
  /// Added to the second; may be negative.
  var nanosecond: Int32
  var year: UInt16
  var month: UInt8
  var day: UInt8
  var hour: UInt8
  var minute: UInt8
  var second: UInt8
  /// Whether time of the week, week and leap seconds are known.
  var isValid: Bool

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    (timeOfWeek, nanosecond) = (payload.integer(at: 0), payload.integer(at: 8))
    (year, month) = (payload.integer(at: 12), payload.byte(at: 14))
    (day, hour) = (payload.byte(at: 15), payload.byte(at: 16))
    (minute, second) = (payload.byte(at: 17), payload.byte(at: 18))
    isValid = payload.byte(at: 19) & 7 == 7
  }

  /// The same to 10 ms; `nil` unless it is known.
  var moment: WeekClock.Moment? {
    guard isValid, abs(Int64(nanosecond)) <= 1_000_000_000 else { return nil }
    let rounded = (Double(nanosecond) / 1e7).rounded() * 1e7
    return WeekClock.Moment(
      (year, month, day), (hour, minute, second), nanosecond: Int32(rounded))
  }
}
