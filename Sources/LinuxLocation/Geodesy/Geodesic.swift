// Core Location for Linux. SPDX-License-Identifier: MIT

/// The shortest ways on the WGS 84 ellipsoid.
enum Geodesic {
  /// Meters between two places given in degrees; NaN as long as nothing computes it.
  static func distance(
    fromLatitude: Double, longitude fromLongitude: Double, toLatitude: Double, longitude: Double
  ) -> Double { .nan }
}
