// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

extension Fix {
  /// Returns the distance to another fix on the ellipsoid, meters.
  package func distance(to other: Fix) -> Double {
    distance(toLatitude: other.latitude, longitude: other.longitude)
  }

  /// Returns the distance to a place on the ellipsoid, meters.
  package func distance(toLatitude latitude: Double, longitude: Double) -> Double {
    Geodesic.distance(
      fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}
