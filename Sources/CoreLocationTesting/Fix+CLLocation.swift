// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Conversion of locations, in which the negative sentinels become nil.

import Foundation
import GNSS
import LinuxLocation
import NMEA0183

extension Fix {
  /// Creates the fix that Core Location converts to this location.
  ///
  /// Keeps altitudes only if they have an accuracy; without one, an altitude is meaningless.
  init(_ location: CLLocation) {
    let nanoseconds = Int64((location.timestamp.timeIntervalSince1970 * 1e9).rounded())
    self.init(
      time: FixTime(nanosecondsSince1970: nanoseconds), latitude: location.coordinate.latitude,
      longitude: location.coordinate.longitude)
    // Not from a receiver, so that no accuracy is assumed where there is none.
    quality = .manual
    func valid(_ value: Double) -> Double? { value >= 0 ? value : nil }
    horizontalAccuracy = valid(location.horizontalAccuracy)
    if location.verticalAccuracy > 0 {
      altitude = location.altitude
      ellipsoidalAltitude = location.ellipsoidalAltitude
      verticalAccuracy = location.verticalAccuracy
    }
    speed = valid(location.speed)
    speedAccuracy = valid(location.speedAccuracy)
    course = valid(location.course)
    courseAccuracy = valid(location.courseAccuracy)
  }
}
