// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Fixes to store.

import GNSS
import NMEA0183
import Testing
import TrackStore

extension Fix {
  /// Returns a fix with only time and position, `seconds` seconds after 15 June 2025, 12:00 UTC.
  static func sample(_ seconds: Int64, latitude: Double = 47.5437, longitude: Double = 9.6833)
    -> Fix
  {
    Fix(
      time: FixTime(nanosecondsSince1970: 1_749_988_800_000_000_000 + seconds * 1_000_000_000),
      latitude: latitude, longitude: longitude)
  }

  /// A fix with every value, in numbers that need all their digits.
  static var complete: Fix {
    get throws {
      let time = try #require(UTCTime(hour: 23, minute: 59, second: 60, nanosecond: 987_654_321))
      var fix = Fix(
        time: FixTime(
          date: CivilDate(year: 2016, month: 12, day: 31), time: time, isRolloverCorrected: true),
        latitude: -47.543_700_000_000_01, longitude: -179.999_999_999_999_97)
      fix.altitude = 0.1 + 0.2
      fix.ellipsoidalAltitude = -412.000_000_000_1
      fix.geoidSeparation = 48
      fix.speed = .leastNonzeroMagnitude
      fix.course = 359.999_999_999_9
      fix.verticalSpeed = -1.0 / 3
      fix.quality = FixQuality(rawValue: 200)
      fix.mode = .threeDimensional
      fix.dilutionOfPrecision.position = 1.7
      fix.dilutionOfPrecision.horizontal = 0.9
      fix.dilutionOfPrecision.vertical = 1.4
      fix.horizontalAccuracy = 2.345_678_901_234_5
      fix.verticalAccuracy = 4.1
      fix.speedAccuracy = 0.05
      fix.courseAccuracy = 3.2
      fix.horizontalAccuracySource = .pseudorangeStatistics
      fix.verticalAccuracySource = .assumed
      fix.satellitesUsed = 12
      fix.satellitesInView = 21
      fix.differentialAge = 3.4
      fix.differentialStation = 1023
      fix.warnings = FixWarnings(.clockJump)
      return fix
    }
  }
}

extension PositionReport {
  /// Returns a report of the fix `seconds` seconds after noon.
  static func sample(_ seconds: Int64) -> PositionReport {
    PositionReport(device: "boat", fix: .sample(seconds), occasion: .time)
  }
}

extension Sequence where Element == QueuedReport {
  /// The times of their fixes, in seconds after noon.
  var seconds: [Int64] {
    map { ($0.report.fix.time?.nanosecondsSince1970 ?? 0) / 1_000_000_000 - 1_749_988_800 }
  }
}
