// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The ellipsoid of the World Geodetic System 1984, and its curvature.
package enum WGS84 {
  /// Radius at the equator, meters.
  package static let equatorialRadius = 6_378_137.0

  /// Square of the first eccentricity, from the flattening of 1/298.257223563.
  package static let squaredEccentricity = 0.006_694_379_990_141_317

  /// Returns the radius of curvature along the meridian, meters; the latitude is in radians.
  static func meridianRadius(at latitude: Double) -> Double {
    let root = squeeze(at: latitude)
    return equatorialRadius * (1 - squaredEccentricity) / (root * root * root)
  }

  /// Returns the radius of curvature across the meridian (in the prime vertical), meters; the latitude is in radians.
  static func primeVerticalRadius(at latitude: Double) -> Double {
    equatorialRadius / squeeze(at: latitude)
  }

  private static func squeeze(at latitude: Double) -> Double {
    let sine = sin(latitude)
    return sqrt(1 - squaredEccentricity * sine * sine)
  }
}
