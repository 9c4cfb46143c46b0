// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

extension CLPlacemark.Fields {
  /// Sets the place of a server's answer; the bounds are its south, west, north and east.
  ///
  /// Sets nothing and returns `false` if the coordinate is invalid.
  mutating func setPlace(
    latitude: Double, longitude: Double, bounds: (Double, Double, Double, Double)?,
    now: Date
  ) -> Bool {
    let place = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    guard CLLocationCoordinate2DIsValid(place) else { return false }
    location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: now)
    guard let bounds else { return true }
    let corners = [
      (bounds.0, bounds.1), (bounds.0, bounds.3), (bounds.2, bounds.1), (bounds.2, bounds.3),
    ].map { CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1) }
    guard let radius = corners.map(place.distance).max(), radius.isFinite else { return true }
    circle = GeoCircle(center: place, radius: radius)
    location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: radius, verticalAccuracy: -1,
      timestamp: now)
    return true
  }
}
