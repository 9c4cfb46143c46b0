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
    if let bounds {
      let corners = [
        (bounds.0, bounds.1), (bounds.0, bounds.3), (bounds.2, bounds.1), (bounds.2, bounds.3),
      ].map { CLLocationCoordinate2D(latitude: $0.0, longitude: $0.1) }
      let radius = corners.map(place.distance).max()
      circle = radius.flatMap { $0.isFinite ? GeoCircle(center: place, radius: $0) : nil }
    }
    location = CLLocation(
      coordinate: place, altitude: 0, horizontalAccuracy: circle?.radius ?? 0, verticalAccuracy: -1,
      timestamp: now)
    return true
  }

  /// Sets the name, once the address is known, and what it says by its category in OpenStreetMap.
  mutating func setName(_ name: String?, category: String?) {
    let street = self[.thoroughfare].map {
      [self[.subThoroughfare], $0].compactMap(\.self).joined(separator: " ")
    }
    self[.name] = name ?? street ?? self[.locality] ?? self[.country]
    guard let name, let category else { return }
    if Self.interesting.contains(category) { areasOfInterest = [name] }
    if category == "waterway" { self[.inlandWater] = name }
  }

  private static let interesting: Set = [
    "aeroway", "amenity", "historic", "leisure", "shop", "tourism",
  ]
}
