// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// Comma-separated values (RFC 4180): a row for each fix, units in the column names, empty if unknown.
package struct CSVWriter: TrackWriter {
  private var segment = 0

  package init() {}

  package func begin(_ text: inout TrackText) {
    text.write(
      [
        "time_utc", "segment", "latitude_deg", "longitude_deg", "altitude_msl_m",
        "altitude_ellipsoid_m", "geoid_separation_m", "speed_m_s", "course_deg",
        "vertical_speed_m_s", "horizontal_accuracy_m", "vertical_accuracy_m", "speed_accuracy_m_s",
        "course_accuracy_deg", "quality", "mode", "hdop", "vdop", "pdop", "satellites_used",
        "satellites_in_view", "differential_age_s", "differential_station",
      ].joined(separator: ",") + "\r\n")
  }

  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) { segment += 1 }

  package func append(_ fix: Fix, _ text: inout TrackText) {
    text.write { row in
      row.append(iso8601: fix.time)
      row.field(segment)
      row.field(fix.latitude, decimals: 9)
      row.field(fix.longitude, decimals: 9)
      row.field(fix.altitude, decimals: 4)
      row.field(fix.ellipsoidalAltitude, decimals: 4)
      row.field(fix.geoidSeparation, decimals: 4)
      row.field(fix.speed, decimals: 4)
      row.append(",")
      if let course = fix.course { row.append(course: course) }
      row.field(fix.verticalSpeed, decimals: 4)
      row.field(fix.horizontalAccuracy, decimals: 3)
      row.field(fix.verticalAccuracy, decimals: 3)
      row.field(fix.speedAccuracy, decimals: 3)
      row.field(fix.courseAccuracy, decimals: 3)
      row.append(",")
      if let quality = fix.quality { row.append(quality.name) }
      row.append(",")
      if let mode = fix.mode { row.append(mode.name) }
      row.field(fix.dilutionOfPrecision.horizontal, decimals: 2)
      row.field(fix.dilutionOfPrecision.vertical, decimals: 2)
      row.field(fix.dilutionOfPrecision.position, decimals: 2)
      row.field(fix.satellitesUsed)
      row.field(fix.satellitesInView)
      row.field(fix.differentialAge, decimals: 2)
      row.field(fix.differentialStation)
      row.append("\r\n")
    }
  }
}

extension [UInt8] {
  mutating func field(_ value: Double?, decimals: Int) {
    append(",")
    append(value, decimals: decimals)
  }

  mutating func field(_ value: Int?) {
    append(",")
    if let value { append(String(value)) }
  }
}
