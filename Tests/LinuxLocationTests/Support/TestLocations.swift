// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS

@testable import LinuxLocation

/// Locations for tests, in meters north and east of an origin and seconds after a start.
enum TestLocations {
  static let origin = CLLocationCoordinate2D(latitude: 48, longitude: 11)
  static let start = Date(timeIntervalSince1970: 1_700_000_000)
  /// Meters in a degree of latitude at the origin, to within a thousandth.
  static let degree = 111_200.0

  static func coordinate(north: Double = 0, east: Double = 0) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(
      latitude: origin.latitude + north / degree,
      longitude: origin.longitude + east / (degree * cos(origin.latitude * .pi / 180)))
  }

  static func location(
    north: Double = 0, east: Double = 0, after seconds: Double = 0, accuracy: Double = 5
  ) -> CLLocation {
    CLLocation(
      coordinate: coordinate(north: north, east: east), altitude: 500,
      horizontalAccuracy: accuracy, verticalAccuracy: 8, timestamp: start + seconds)
  }

  /// Returns a fix, without an altitude, from which the location could have been made.
  static func fix(_ location: CLLocation) -> Fix {
    let nanoseconds = Int64((location.timestamp.timeIntervalSince1970 * 1e9).rounded())
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: nanoseconds), latitude: location.coordinate.latitude,
      longitude: location.coordinate.longitude)
    fix.horizontalAccuracy = location.horizontalAccuracy < 0 ? nil : location.horizontalAccuracy
    return fix
  }
}
