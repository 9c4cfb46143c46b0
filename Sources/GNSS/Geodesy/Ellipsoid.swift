// Core Location for Linux. SPDX-License-Identifier: MIT

/// The constants of WGS 84 (NIMA TR8350.2), and those derived from them.
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
}
