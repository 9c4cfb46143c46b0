// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The straight line through the earth between two places, for short distances nearly as long as the geodesic.
struct Chord {
  /// The length in meters up to which the distance by the chord is within a ten-thousandth of a millimeter.
  static let limit = 50_000.0

  private let squared: Double
  private let latitudes: Double
  private let meanSine: Double

  /// - Parameter longitudes: the difference of the longitudes. All angles are in degrees.
  init(fromLatitude: Double, toLatitude: Double, longitudes: Double) {
    let toRadians = Double.pi / 180
    let (from, to) = (fromLatitude * toRadians, toLatitude * toRadians)
    let (sine1, sine2) = (sin(from), sin(to))
    // The radii of curvature in the prime vertical.
    let n1 = Ellipsoid.a / (1 - Ellipsoid.e2 * sine1 * sine1).squareRoot()
    let n2 = Ellipsoid.a / (1 - Ellipsoid.e2 * sine2 * sine2).squareRoot()
    let (p1, p2) = (n1 * cos(from), n2 * cos(to))
    let half = sin(longitudes * (toRadians / 2))
    let up = (1 - Ellipsoid.e2) * (n2 * sine2 - n1 * sine1)
    let out = p2 - p1
    squared = out * out + 4 * p1 * p2 * half * half + up * up
    latitudes = to - from
    meanSine = (sine1 + sine2) / 2
  }

  /// Meters along the ellipsoid; `nil` beyond the limit.
  ///
  /// It is the arc of a circle with the curvature that the ellipsoid has midway in that direction. The neglected terms
  /// grow with the fifth power of the length.
  var distance: Double? {
    guard squared < Self.limit * Self.limit else { return nil }
    guard squared > 0 else { return 0 }
    let w2 = 1 - Ellipsoid.e2 * meanSine * meanSine
    let primeVertical = Ellipsoid.a / w2.squareRoot()
    let meridional = primeVertical * (1 - Ellipsoid.e2) / w2
    let north = meridional * latitudes
    let northward = min(1, north * north / squared)
    let curvature = northward / meridional + (1 - northward) / primeVertical
    let bent = squared * curvature * curvature
    return squared.squareRoot() * (1 + bent * (1.0 / 24 + bent * (3.0 / 640)))
  }
}
