// Core Location for Linux. SPDX-License-Identifier: MIT

/// The ellipsoid of WGS 84 (NIMA TR8350.2): its constants, and its curvature.
package enum Ellipsoid {
  /// Equatorial radius, meters.
  package static let a = 6_378_137.0
  /// Flattening.
  package static let f = 1 / 298.257_223_563
  /// Polar radius, meters.
  package static let b = a * (1 - f)
  /// Third flattening, (a - b) / (a + b).
  package static let n = f / (2 - f)
  /// Square of the first eccentricity.
  package static let e2 = f * (2 - f)
  /// Square of the second eccentricity.
  package static let ep2 = e2 / ((1 - f) * (1 - f))

  /// Returns the radius of curvature along the meridian, meters.
  ///
  /// - Parameter latitude: radians.
  package static func meridianRadius(at latitude: Double) -> Double {
    let normal = primeVerticalRadius(at: latitude) / a
    return a * (1 - e2) * normal * normal * normal
  }

  /// Returns the radius of curvature across the meridian (in the prime vertical), meters.
  ///
  /// - Parameter latitude: radians.
  package static func primeVerticalRadius(at latitude: Double) -> Double {
    let sine = Double.sine(latitude)
    return a / (1 - e2 * sine * sine).squareRoot()
  }
}
