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

/// PQTMVEL: velocity.
///
///     1 UTC, 2–4 north, east, down, 5 speed, 6 speed in three dimensions, 7 course, 8–10 their errors
struct PQTMVEL: QuectelMessage {
  var time: UTCTime?
  var northSpeed: Double?
  var eastSpeed: Double?
  var downwardSpeed: Double?
  /// Over ground.
  var speed: Double?
  var course: Double?
  var speedAccuracy: Double?
  /// `nil` if it is 359.999, which means unknown.
  var courseAccuracy: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "1" else { return nil }
    time = fields.time(1)
    (northSpeed, eastSpeed) = (fields.decimal(2), fields.decimal(3))
    (downwardSpeed, speed) = (fields.decimal(4), fields.decimal(5))
    (course, speedAccuracy) = (fields.decimal(7), fields.decimal(8))
    courseAccuracy = fields.decimal(10).flatMap { $0 < 180 ? $0 : nil }
  }
}

/// PQTMEPE: estimated errors of the position that follows in the same burst; it has no time.
///
///     1 north, 2 east, 3 down, 4 horizontal, 5 in three dimensions
struct PQTMEPE: QuectelMessage {
  var northError: Double?
  var eastError: Double?
  var downwardError: Double?
  /// The root mean square distance: √(north² + east²).
  var horizontalError: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "2" else { return nil }
    (northError, eastError) = (fields.decimal(1), fields.decimal(2))
    (downwardError, horizontalError) = (fields.decimal(3), fields.decimal(4))
  }
}

/// PQTMDOP: dilutions of precision, of which 99.99 means unknown.
///
///     1 time of week, 2 GDOP, 3 PDOP, 4 TDOP, 5 VDOP, 6 HDOP, 7 NDOP, 8 EDOP
struct PQTMDOP: QuectelMessage {
  /// Milliseconds.
  var timeOfWeek: UInt32
  var gdop: Double?
  var pdop: Double?
  var tdop: Double?
  var vdop: Double?
  var hdop: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "1", let timeOfWeek: UInt32 = fields.integer(1) else { return nil }
    self.timeOfWeek = timeOfWeek
    (gdop, pdop) = (known(fields.decimal(2)), known(fields.decimal(3)))
    tdop = known(fields.decimal(4))
    (vdop, hdop) = (known(fields.decimal(5)), known(fields.decimal(6)))
  }
}

/// PQTMEOE: end of an epoch, ten times a second, too, where the others come once.
///
///     1 UTC, 2 date, 3 week, 4 time of week
struct PQTMEOE: QuectelMessage {
  var time: UTCTime?
  var date: CivilDate?

  init?(_ fields: TextFields) {
    guard fields[0] == "1" else { return nil }
    (time, date) = (fields.time(1), fields.date(2))
  }
}

/// PQTMTAR: attitude by two antennas.
///
///     1 UTC, 2 quality, 4 baseline, 5 pitch, 6 roll, 7 heading, 8–10 their errors, 11 satellites
struct PQTMTAR: QuectelMessage {
  var time: UTCTime?
  /// Field 2: 0 none, 4 RTK fixed, 5 RTK float.
  var quality: UInt8?
  /// From one antenna to the other.
  var baseline: Double?
  var pitch: Double?
  var roll: Double?
  /// From one antenna to the other, clockwise from true north.
  var heading: Double?
  var pitchAccuracy: Double?
  var rollAccuracy: Double?
  var headingAccuracy: Double?
  var satellitesUsed: Int?

  init?(_ fields: TextFields) {
    guard fields[0] == "1" else { return nil }
    (time, quality, baseline) = (fields.time(1), fields.integer(2), fields.decimal(4))
    (pitch, roll, heading) = (fields.decimal(5), fields.decimal(6), fields.decimal(7))
    (pitchAccuracy, rollAccuracy) = (fields.decimal(8), fields.decimal(9))
    (headingAccuracy, satellitesUsed) = (fields.decimal(10), fields.integer(11))
  }
}

/// PQTMPL: protection levels, which are limits for integrity and no accuracies.
///
///     1 time of week, 2 probability in percent, 5–7 north, east, down in millimeters
struct PQTMPL: QuectelMessage {
  /// Percent that a level is exceeded.
  var probability: Double?
  var northLevel: Double?
  var eastLevel: Double?
  var downwardLevel: Double?

  init?(_ fields: TextFields) {
    guard fields[0] == "1" else { return nil }
    probability = fields.decimal(2)
    northLevel = fields.decimal(5).map { $0 / 1000 }
    eastLevel = fields.decimal(6).map { $0 / 1000 }
    downwardLevel = fields.decimal(7).map { $0 / 1000 }
  }
}

/// PQTMANTENNASTATUS: whether an antenna is connected.
///
///     1 status, 2 power
struct PQTMANTENNASTATUS: QuectelMessage {
  /// Field 1: 0 unknown, 1 normal, 2 open, 3 shorted.
  var status: UInt8?
  /// Field 2: 0 off, 1 on, 2 unknown.
  var power: UInt8?

  init?(_ fields: TextFields) {
    guard fields[0] == "1" else { return nil }
    (status, power) = (fields.integer(1), fields.integer(2))
  }
}
