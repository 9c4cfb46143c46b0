// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// NAV-AUTO: the solution in short, without its time of the week.
///
///     fix year month day hour minute second lon lat height speed heading PDOP HDOP VDOP used in view
///     0   1    3     4   5    6      7      8   12  16     20    22      24   26   28   30   31
struct AllystarAuto: Encodable, Sendable {
  /// 0 none, 1 aided, 2 of the clock, 3 in two dimensions, 4 in three, 5 with corrections, 6 float, 7 fixed.
  var fix: UInt8
  var year: UInt16
  var month: UInt8
  var day: UInt8
  var hour: UInt8
  var minute: UInt8
  /// Without its fraction.
  var second: UInt8
  var latitude: Double
  var longitude: Double
  var ellipsoidalHeight: Double
  var speed: Double
  var course: Double
  var pdop: Double
  var hdop: Double
  var vdop: Double
  var satellitesUsed: UInt8
  var satellitesInView: UInt8

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 32 else { return nil }
    func hundredth(_ offset: Int) -> Double {
      Double(payload.integer(UInt16.self, at: offset)) / 100
    }
    (fix, year) = (payload.byte(at: 0), payload.integer(at: 1))
    (month, day) = (payload.byte(at: 3), payload.byte(at: 4))
    (hour, minute, second) = (payload.byte(at: 5), payload.byte(at: 6), payload.byte(at: 7))
    longitude = Double(payload.integer(Int32.self, at: 8)) / 1e7
    latitude = Double(payload.integer(Int32.self, at: 12)) / 1e7
    ellipsoidalHeight = Double(payload.integer(Int32.self, at: 16)) / 1000
    (speed, course) = (hundredth(20), Double(payload.integer(Int16.self, at: 22)) / 100)
    (pdop, hdop, vdop) = (hundredth(24), hundredth(26), hundredth(28))
    (satellitesUsed, satellitesInView) = (payload.byte(at: 30), payload.byte(at: 31))
  }

  var isFix: Bool { (3...7).contains(fix) }

  var quality: FixQuality? {
    switch fix {
    case 3, 4: .autonomous
    case 5: .differential
    case 6: .rtkFloat
    case 7: .rtkFixed
    default: nil
    }
  }

  var moment: WeekClock.Moment? {
    WeekClock.Moment((year, month, day), (hour, minute, second), nanosecond: 0)
  }
}

/// NAV-PVT: position, velocity and time, in the layout of u-blox's with gaps.
///
/// The fields that are documented in two ways are left out.
///
///     TOW … fix … used lon lat height MSL hAcc vAcc vN vE vD …
///     0     20    23   24  28  32     36  40   44   48 52 56
struct AllystarPVT: Encodable, Sendable {
  /// Milliseconds.
  var timeOfWeek: UInt32
  /// 0 none; 1 and 2 are documented in two ways; from 3 on there is a position.
  var fix: UInt8
  var satellitesUsed: UInt8
  var latitude: Double
  var longitude: Double
  var ellipsoidalHeight: Double
  var altitude: Double
  var horizontalAccuracy: Double
  var verticalAccuracy: Double
  var northSpeed: Double
  var eastSpeed: Double
  var downwardSpeed: Double

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 60 else { return nil }
    func thousandth(_ offset: Int) -> Double {
      Double(payload.integer(Int32.self, at: offset)) / 1000
    }
    (timeOfWeek, fix) = (payload.integer(at: 0), payload.byte(at: 20))
    satellitesUsed = payload.byte(at: 23)
    longitude = Double(payload.integer(Int32.self, at: 24)) / 1e7
    latitude = Double(payload.integer(Int32.self, at: 28)) / 1e7
    (ellipsoidalHeight, altitude) = (thousandth(32), thousandth(36))
    (horizontalAccuracy, verticalAccuracy) = (thousandth(40), thousandth(44))
    (northSpeed, eastSpeed, downwardSpeed) = (thousandth(48), thousandth(52), thousandth(56))
  }
}

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
