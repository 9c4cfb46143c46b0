// Core Location for Linux. SPDX-License-Identifier: MIT

public import CoreLocation

extension CLLocationCoordinate2D {
  /// Meters to another place, along the ground.
  public func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
    CLLocation(latitude: latitude, longitude: longitude)
      .distance(from: CLLocation(latitude: other.latitude, longitude: other.longitude))
  }

  /// Whether it is in a circle.
  ///
  /// - Parameters:
  ///   - radius: of the circle, meters.
  ///   - center: of the circle.
  public func isWithin(_ radius: CLLocationDistance, of center: CLLocationCoordinate2D) -> Bool {
    CLCircularRegion(center: center, radius: radius, identifier: "circle").contains(self)
  }
}
