// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

extension GPX.Point {
  /// The point as a fix, without a time if it has none.
  package var fix: Fix {
    var fix = Fix(
      time: time.map { FixTime(date: $0.date, time: $0.time) }, latitude: latitude,
      longitude: longitude)
    fix.altitude = elevation
    fix.geoidSeparation = number("geoidheight", in: -1000...1000)
    if let elevation, let separation = fix.geoidSeparation {
      fix.ellipsoidalAltitude = elevation + separation
    }
    fix.speed = number("speed", in: 0...100_000)
    fix.course = number("course", in: 0...360).map { $0 < 360 ? $0 : 0 }
    fix.satellitesUsed = number("sat", in: 0...1000).map { Int($0) }
    fix.dilutionOfPrecision.horizontal = number("hdop", in: 0...99)
    fix.dilutionOfPrecision.vertical = number("vdop", in: 0...99)
    fix.dilutionOfPrecision.position = number("pdop", in: 0...99)
    fix.differentialAge = number("ageofdgpsdata", in: 0...1_000_000)
    fix.differentialStation = number("dgpsid", in: 0...1023).map { Int($0) }
    switch details["fix"] {
    case "2d": fix.mode = .twoDimensional
    case "3d": fix.mode = .threeDimensional
    case "dgps": fix.quality = .differential
    case "pps": fix.quality = .precise
    case "none": fix.quality = .estimated
    default: break
    }
    return fix
  }

  private func number(_ name: String, in range: ClosedRange<Double>) -> Double? {
    details[name].flatMap(Double.init).flatMap { range.contains($0) ? $0 : nil }
  }
}
