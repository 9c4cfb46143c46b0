// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A fix as a row of a table.

#if Publishing
  import GNSS
  import NMEA0183

  /// How a fix stands in a row of a table: a column for each of its members, NULL for what is not known.
  enum FixRow {
    /// The columns, in the order in which they are bound and read; those of the time come first.
    static let names = [
      "time", "nanosecond", "leap_second", "rollover_corrected", "latitude", "longitude",
      "altitude", "ellipsoidal_altitude", "geoid_separation", "speed", "course", "vertical_speed",
      "quality", "mode", "hdop", "vdop", "pdop", "horizontal_accuracy", "vertical_accuracy",
      "speed_accuracy", "course_accuracy", "horizontal_accuracy_source",
      "vertical_accuracy_source", "satellites_used", "satellites_in_view", "differential_age",
      "differential_station",
    ]

    /// The columns behind `time`, as a table declares them.
    ///
    /// `time` is microseconds since 1970; `nanosecond`, 0…999, is what it leaves out.
    static let declarations = """
      nanosecond INTEGER NOT NULL, leap_second INTEGER NOT NULL, rollover_corrected INTEGER NOT NULL,
      latitude REAL NOT NULL, longitude REAL NOT NULL, altitude REAL, ellipsoidal_altitude REAL,
      geoid_separation REAL, speed REAL, course REAL, vertical_speed REAL, quality INTEGER, mode INTEGER,
      hdop REAL, vdop REAL, pdop REAL, horizontal_accuracy REAL, vertical_accuracy REAL,
      speed_accuracy REAL, course_accuracy REAL, horizontal_accuracy_source INTEGER,
      vertical_accuracy_source INTEGER, satellites_used INTEGER, satellites_in_view INTEGER,
      differential_age REAL, differential_station INTEGER
      """

    static let columns = names.joined(separator: ", ")
    static let placeholders = names.map { _ in "?" }.joined(separator: ", ")

    /// Binds the members of a fix to the parameters from this one on.
    ///
    /// - Parameter time: ``microseconds(of:)``.
    static func bind(
      _ fix: Fix, time: Int64, to row: SQLiteStatement, from first: CInt
    ) throws(StoreError) {
      try row.bind(time, at: first)
      try row.bind(Int64(fix.time.time.nanosecond % 1000), at: first + 1)
      try row.bind(Int64(fix.time.time.second == 60 ? 1 : 0), at: first + 2)
      try row.bind(Int64(fix.time.isRolloverCorrected ? 1 : 0), at: first + 3)
      try row.bind(fix.latitude, at: first + 4)
      try row.bind(fix.longitude, at: first + 5)
      try row.bind(fix.altitude, at: first + 6)
      try row.bind(fix.ellipsoidalAltitude, at: first + 7)
      try row.bind(fix.geoidSeparation, at: first + 8)
      try row.bind(fix.speed, at: first + 9)
      try row.bind(fix.course, at: first + 10)
      try row.bind(fix.verticalSpeed, at: first + 11)
      try row.bind((fix.quality?.rawValue).map(Int64.init), at: first + 12)
      try row.bind((fix.mode?.rawValue).map(Int64.init), at: first + 13)
      try row.bind(fix.dilutionOfPrecision.horizontal, at: first + 14)
      try row.bind(fix.dilutionOfPrecision.vertical, at: first + 15)
      try row.bind(fix.dilutionOfPrecision.position, at: first + 16)
      try row.bind(fix.horizontalAccuracy, at: first + 17)
      try row.bind(fix.verticalAccuracy, at: first + 18)
      try row.bind(fix.speedAccuracy, at: first + 19)
      try row.bind(fix.courseAccuracy, at: first + 20)
      try row.bind((fix.horizontalAccuracySource?.rawValue).map(Int64.init), at: first + 21)
      try row.bind((fix.verticalAccuracySource?.rawValue).map(Int64.init), at: first + 22)
      try row.bind(fix.satellitesUsed.map(Int64.init), at: first + 23)
      try row.bind(fix.satellitesInView.map(Int64.init), at: first + 24)
      try row.bind(fix.differentialAge, at: first + 25)
      try row.bind(fix.differentialStation.map(Int64.init), at: first + 26)
    }

    /// The fix in a row, of which the columns from this one on are ``names``; `nil` if it cannot have been written here.
    static func fix(in row: SQLiteStatement, from first: CInt) -> Fix? {
      guard let time = time(in: row, from: first), let latitude = row.real(first + 4),
        let longitude = row.real(first + 5)
      else { return nil }
      var fix = Fix(time: time, latitude: latitude, longitude: longitude)
      fix.altitude = row.real(first + 6)
      fix.ellipsoidalAltitude = row.real(first + 7)
      fix.geoidSeparation = row.real(first + 8)
      fix.speed = row.real(first + 9)
      fix.course = row.real(first + 10)
      fix.verticalSpeed = row.real(first + 11)
      fix.quality = code(row, first + 12).map { FixQuality(rawValue: $0) }
      fix.mode = code(row, first + 13).flatMap { FixMode(rawValue: $0) }
      fix.dilutionOfPrecision.horizontal = row.real(first + 14)
      fix.dilutionOfPrecision.vertical = row.real(first + 15)
      fix.dilutionOfPrecision.position = row.real(first + 16)
      fix.horizontalAccuracy = row.real(first + 17)
      fix.verticalAccuracy = row.real(first + 18)
      fix.speedAccuracy = row.real(first + 19)
      fix.courseAccuracy = row.real(first + 20)
      fix.horizontalAccuracySource = code(row, first + 21).flatMap { AccuracySource(rawValue: $0) }
      fix.verticalAccuracySource = code(row, first + 22).flatMap { AccuracySource(rawValue: $0) }
      fix.satellitesUsed = row.integer(first + 23).map { Int($0) }
      fix.satellitesInView = row.integer(first + 24).map { Int($0) }
      fix.differentialAge = row.real(first + 25)
      fix.differentialStation = row.integer(first + 26).map { Int($0) }
      return fix
    }

    /// Microseconds since 1970 as POSIX counts them, for any date; `nil` without one.
    static func microseconds(of time: FixTime) -> Int64? {
      time.date.map { Int64($0.daysSince1970) * perDay + time.time.nanosecondsOfDay / 1000 }
    }

    private static func time(in row: SQLiteStatement, from first: CInt) -> FixTime? {
      guard let time = row.integer(first), let nanosecond = row.integer(first + 1),
        (-farthest...farthest).contains(time), (0..<1000).contains(nanosecond)
      else { return nil }
      let isLeapSecond = row.integer(first + 2) == 1
      // A leap second is stored as the one after it.
      let counted = isLeapSecond ? time - 1_000_000 : time
      let days = (counted >= 0 ? counted : counted - perDay + 1) / perDay
      var clock = UTCTime(nanosecondsOfDay: (counted - days * perDay) * 1000 + nanosecond)
      if isLeapSecond {
        guard
          let leap = UTCTime(
            hour: clock.hour, minute: clock.minute, second: 60, nanosecond: clock.nanosecond)
        else { return nil }
        clock = leap
      }
      return FixTime(
        date: CivilDate(daysSince1970: Int(days)), time: clock,
        isRolloverCorrected: row.integer(first + 3) == 1)
    }

    private static func code(_ row: SQLiteStatement, _ column: CInt) -> UInt8? {
      row.integer(column).flatMap { UInt8(exactly: $0) }
    }

    private static let perDay: Int64 = 86_400_000_000
    /// Microseconds: beyond all years that a date can have.
    private static let farthest: Int64 = 1_000_000_000_000_000_000
  }
#endif
