// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

@testable import TrackFiles

/// Fixes made for tests, and tracks made of them.
enum WrittenTrack {
  /// Returns a fix, `second` seconds after noon UTC on 15 June 2025.
  static func fix(_ second: Double, _ latitude: Double, _ longitude: Double) -> Fix {
    let noon: Int64 = 1_749_988_800_000_000_000
    return Fix(
      time: FixTime(nanosecondsSince1970: noon + Int64(second * 1e9)), latitude: latitude,
      longitude: longitude)
  }

  /// A fix with every value that the formats can contain.
  static var everything: Fix {
    var fix = fix(0.25, 47.5437, 9.6833)
    fix.altitude = 396.0
    fix.geoidSeparation = 47.0
    fix.ellipsoidalAltitude = 443.0
    fix.speed = 1.0289
    fix.course = 359.999
    fix.quality = .rtkFixed
    fix.mode = .threeDimensional
    fix.dilutionOfPrecision.horizontal = 1
    fix.dilutionOfPrecision.vertical = 1.6
    fix.dilutionOfPrecision.position = 1.9
    fix.horizontalAccuracy = 2.5
    fix.verticalAccuracy = 3
    fix.satellitesUsed = 8
    fix.satellitesInView = 11
    fix.differentialAge = 3.5
    fix.differentialStation = 120
    return fix
  }

  /// A fix in the leap second of 2016: 23:59:60.5.
  static var leapSecond: Fix {
    let time = UTCTime(hour: 23, minute: 59, second: 60, nanosecond: 500_000_000)
    return Fix(
      time: time.map { FixTime(date: CivilDate(year: 2016, month: 12, day: 31), time: $0) },
      latitude: 1, longitude: 2)
  }

  /// Returns the text that a writer makes of segments.
  static func text(
    _ writer: some TrackWriter, _ segments: [[Fix]], filter: TrackFilter = TrackFilter(),
    tolerance: Double? = nil
  ) -> String {
    var conversion = TrackConversion(writer, filter: filter, tolerance: tolerance)
    var bytes: [UInt8] = []
    func drain(_ text: inout TrackText, _ joins: Bool) {
      if joins { text.join() }
      bytes += text.lanes[0]
      text.lanes[0] = []
    }
    for segment in segments {
      for (index, fix) in segment.enumerated() {
        conversion.receive(fix, begins: index == 0, drain)
      }
    }
    conversion.finish(drain)
    return String(decoding: bytes, as: UTF8.self)
  }
}
