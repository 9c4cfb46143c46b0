// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import ServerAccess
package import TrackStore

/// The form that Traccar's OsmAnd protocol expects (www.traccar.org/osmand).
package enum OsmAnd {
  /// Returns the form of one position, since Traccar accepts one per request; `nil` without a date.
  package static func form(_ report: PositionReport) -> String? {
    guard let seconds = report.secondsSince1970 else { return nil }
    let fix = report.fix
    // Traccar takes 0, 0 for "unknown" and substitutes the last position. A place one centimeter north is closer.
    let isNull = fix.latitude.magnitude < 5e-8 && fix.longitude.magnitude < 5e-8
    // Traccar reads the number as seconds, or as milliseconds if it has many digits.
    let milliseconds = report.millisecond
    let items: [(name: String, value: String?)] = [
      ("id", report.device), ("lat", String(isNull ? 1e-7 : fix.latitude, decimals: 7)),
      ("lon", String(fix.longitude, decimals: 7)),
      ("timestamp", String(milliseconds == 0 ? seconds : seconds * 1000 + milliseconds)),
      ("speed", fix.speed.map { String($0 * knotsPerMeterPerSecond, decimals: 3) }),
      ("bearing", fix.course.map { String($0, decimals: 1) }),
      ("altitude", fix.altitude.map { String($0, decimals: 2) }),
      ("accuracy", fix.horizontalAccuracy.map { String($0, decimals: 2) }),
      ("hdop", fix.dilutionOfPrecision.horizontal.map { String($0, decimals: 2) }),
      ("sat", fix.satellitesUsed.map { String($0) }), ("occasion", report.occasion.name),
      ("region", report.occasion.region), ("watch", report.occasion.watch),
    ]
    return items.compactMap { item in
      item.value.map { "\(item.name)=\(PercentEncoding.encode($0))" }
    }.joined(separator: "&")
  }

  /// Knots in a meter per second; a knot is 1852 m per hour.
  private static let knotsPerMeterPerSecond = 3600.0 / 1852
}
