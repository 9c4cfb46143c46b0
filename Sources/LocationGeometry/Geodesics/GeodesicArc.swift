// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A segment of a geodesic between two points of the auxiliary sphere.
struct GeodesicArc {
  let sigma1: Angle
  let sigma2: Angle
  let dn1: Double
  let dn2: Double
  /// The angle between the points, radians, in `0...π`.
  let sigma12: Double
  private let series: GeodesicSeries
  private let k2: Double

  init(sigma1: Angle, sigma2: Angle, dn1: Double, dn2: Double, k2: Double) {
    self.sigma1 = sigma1
    self.sigma2 = sigma2
    self.dn1 = dn1
    self.dn2 = dn2
    self.k2 = k2
    let between = sigma2 - sigma1
    sigma12 = Angle(sine: max(0, between.sine), cosine: between.cosine).radians
    series = GeodesicSeries(k2: k2)
  }

  /// The length in meters.
  var distance: Double {
    let c1 = series.c1
    return Ellipsoid.b * series.a1 * (sigma12 + (c1.sum(sigma2) - c1.sum(sigma1)))
  }

  /// The separation of geodesics that diverge by a small angle, in polar radii per radian (Karney 2013, equation 38).
  var reducedLength: Double {
    let (a1, a2, c1, c2) = (series.a1, series.a2, series.c1, series.c2)
    let combined = SineSeries(
      c: (
        a1 * c1.c.0 - a2 * c2.c.0, a1 * c1.c.1 - a2 * c2.c.1, a1 * c1.c.2 - a2 * c2.c.2,
        a1 * c1.c.3 - a2 * c2.c.3, a1 * c1.c.4 - a2 * c2.c.4, a1 * c1.c.5 - a2 * c2.c.5
      ))
    let j12 = (a1 - a2) * sigma12 + (combined.sum(sigma2) - combined.sum(sigma1))
    return dn2 * (sigma1.cosine * sigma2.sine) - dn1 * (sigma1.sine * sigma2.cosine)
      - sigma1.cosine * sigma2.cosine * j12
  }

  /// How far the longitude on the ellipsoid is behind that on the sphere, divided by `f * sinα₀`.
  var longitudeLag: Double {
    let c3 = series.c3
    return series.a3 * (sigma12 + (c3.sum(sigma2) - c3.sum(sigma1)))
  }
}
