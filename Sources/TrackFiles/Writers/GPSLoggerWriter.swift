// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// The columns of GPSLogger for Android, which other programs for tracks read.
package struct GPSLoggerWriter: TrackWriter {
  package init() {}

  package func begin(_ text: inout TrackText) {
    text.write(
      "time,lat,lon,elevation,accuracy,bearing,speed,satellites,provider,hdop,vdop,pdop,geoidheight,"
        + "ageofdgpsdata,dgpsid,activity,battery,annotation\r\n")
  }

  /// It has no row without a time.
  package func canWrite(_ fix: Fix) -> Bool { fix.time?.date != nil }

  package func append(_ fix: Fix, _ text: inout TrackText) {
    text.write { row in
      row.append(iso8601: fix.time)
      row.field(fix.latitude, decimals: 9)
      row.field(fix.longitude, decimals: 9)
      row.field(fix.altitude, decimals: 3)
      row.field(fix.horizontalAccuracy, decimals: 3)
      row.field(fix.course, decimals: 2)
      row.field(fix.speed, decimals: 3)
      row.field(fix.satellitesUsed)
      row.append(",gps")
      row.field(fix.dilutionOfPrecision.horizontal, decimals: 2)
      row.field(fix.dilutionOfPrecision.vertical, decimals: 2)
      row.field(fix.dilutionOfPrecision.position, decimals: 2)
      row.field(fix.geoidSeparation, decimals: 3)
      row.field(fix.differentialAge, decimals: 1)
      row.field(fix.differentialStation)
      row.append(",,,\r\n")
    }
  }
}
