// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// PQTMNAV: position, velocity and time; PQTMPPPNAV: the same by precise point positioning.
///
///     1 time status, 3 UTC, 4 date, 5 time of week, 6 week, 7 leap seconds, 10 solution, 12 latitude, 13 longitude,
///     14 altitude, 15 geoid separation, 18–20 deviations, 23 station, 24 age, 26 in view, 27 used, 34 speed,
///     35 vertical speed, 36–37 their deviations, 40 course
struct PQTMNAV: QuectelMessage {
  /// Field 1: whether time and date are valid.
  var isTimeValid: Bool
  /// Fields 3 and 4: UTC; run before the time is known, too.
  var time: UTCTime?
  var date: CivilDate?
  /// Field 10: 0 none, 1 single, 2 SBAS, 5 DGPS, 6 PPP that converges, 7 PPP, 8 RTK float, 12 RTK fixed.
  var solution: UInt8
  var latitude: Double?
  var longitude: Double?
  /// Above mean sea level.
  var altitude: Double?
  var geoidSeparation: Double?
  var latitudeDeviation: Double?
  var longitudeDeviation: Double?
  var altitudeDeviation: Double?
  var station: Int?
  /// Of the corrections, seconds.
  var age: Double?
  var satellitesInView: Int?
  var satellitesUsed: Int?
  /// Over ground.
  var speed: Double?
  /// Upward.
  var verticalSpeed: Double?
  var speedDeviation: Double?
  var verticalSpeedDeviation: Double?
  /// Stays the same at rest.
  var course: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "1", let solution: UInt8 = fields.integer(10) else { return nil }
    isTimeValid = fields[1] == "1"
    (time, date) = (fields.time(3), fields.date(4))
    self.solution = solution
    (latitude, longitude) = (fields.decimal(12), fields.decimal(13))
    (altitude, geoidSeparation) = (fields.decimal(14), fields.decimal(15))
    (latitudeDeviation, longitudeDeviation) = (fields.decimal(18), fields.decimal(19))
    altitudeDeviation = fields.decimal(20)
    (station, age) = (fields.integer(23), fields.decimal(24))
    (satellitesInView, satellitesUsed) = (fields.integer(26), fields.integer(27))
    (speed, verticalSpeed) = (fields.decimal(34), fields.decimal(35))
    (speedDeviation, verticalSpeedDeviation) = (fields.decimal(36), fields.decimal(37))
    course = fields.decimal(40)
  }
}

/// PQTMPVT: position, velocity and time, without accuracies.
///
///     1 time of week, 2 date, 3 UTC, 5 fix, 6 used, 7 leap seconds, 8 latitude, 9 longitude, 10 altitude,
///     11 geoid separation, 12–14 velocity north, east, down, 15 speed, 16 course, 17 HDOP, 18 PDOP
struct PQTMPVT: QuectelMessage {
  /// Milliseconds.
  var timeOfWeek: UInt32?
  var date: CivilDate?
  var time: UTCTime?
  /// Field 4: the quality of GGA, in recordings; reserved in the data sheet.
  var quality: UInt8?
  /// Field 5: 0 none, 2 two-dimensional, 3 three-dimensional.
  var fix: UInt8
  var satellitesUsed: Int?
  var latitude: Double?
  var longitude: Double?
  /// Above mean sea level.
  var altitude: Double?
  var geoidSeparation: Double?
  var northSpeed: Double?
  var eastSpeed: Double?
  var downwardSpeed: Double?
  /// Over ground.
  var speed: Double?
  var course: Double?
  var hdop: Double?
  var pdop: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "1", let fix: UInt8 = fields.integer(5) else { return nil }
    (timeOfWeek, date, time) = (fields.integer(1), fields.date(2), fields.time(3))
    (quality, self.fix, satellitesUsed) = (fields.integer(4), fix, fields.integer(6))
    (latitude, longitude) = (fields.decimal(8), fields.decimal(9))
    (altitude, geoidSeparation) = (fields.decimal(10), fields.decimal(11))
    (northSpeed, eastSpeed) = (fields.decimal(12), fields.decimal(13))
    downwardSpeed = fields.decimal(14)
    (speed, course) = (fields.decimal(15), fields.decimal(16))
    (hdop, pdop) = (fields.decimal(17), fields.decimal(18))
  }
}
