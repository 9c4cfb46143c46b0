// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Where the negative sentinels of a location become nil.

import Foundation
import GNSS
import LinuxLocation
import NMEA0183

extension Fix {
  /// The fix of which Core Location makes this location.
  ///
  /// Of its altitudes, those are kept that have an accuracy: the others mean nothing.
  init(_ location: CLLocation) {
    let nanoseconds = Int64((location.timestamp.timeIntervalSince1970 * 1e9).rounded())
    self.init(
      time: FixTime(nanosecondsSince1970: nanoseconds), latitude: location.coordinate.latitude,
      longitude: location.coordinate.longitude)
    // No receiver's: what has no accuracy keeps none.
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
