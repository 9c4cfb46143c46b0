// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The geodesic that leaves the first place at a trial azimuth, up to the latitude of the second place.
struct GeodesicTry {
  private let problem: InverseGeodesic
  private let alpha1: Angle
  let alpha2: Angle
  let arc: GeodesicArc
  /// How far east of the second place it reaches that latitude, radians.
  let miss: Double
  private let sineAlpha0: Double

  init(_ problem: InverseGeodesic, _ azimuth: Angle) {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    // A geodesic does not start at the equator exactly eastward: the miss would have no slope there.
    var alpha1 = azimuth
    if beta1.sine == 0, alpha1.cosine == 0 { alpha1.cosine = -InverseGeodesic.tiny }
    let sine0 = alpha1.sine * beta1.cosine
    let across = alpha1.sine * beta1.sine
    let cosine0 = (alpha1.cosine * alpha1.cosine + across * across).squareRoot()

    let x1 = alpha1.cosine * beta1.cosine
    let sigma1 = Angle(towardsSine: beta1.sine, cosine: x1)
    let omega1 = Angle(sine: sine0 * beta1.sine, cosine: x1)

    alpha2 = Self.secondAzimuth(beta1, beta2, alpha1, sine0: sine0)
    let x2 = alpha2.cosine * beta2.cosine
    let sigma2 = Angle(towardsSine: beta2.sine, cosine: x2)
    let omega2 = Angle(sine: sine0 * beta2.sine, cosine: x2)

    arc = GeodesicArc(
      sigma1: sigma1, sigma2: sigma2, dn1: problem.dn1, dn2: problem.dn2,
      k2: Ellipsoid.ep2 * cosine0 * cosine0)
    var omega = omega2 - omega1
    omega.sine = max(0, omega.sine)
    miss = (omega - problem.lambda).radians - Ellipsoid.f * sine0 * arc.longitudeLag
    sineAlpha0 = sine0
    self.alpha1 = alpha1
    self.problem = problem
  }

  /// Applies Clairaut's relation, arranged to avoid cancellation (Karney 2013, equation 45).
  private static func secondAzimuth(
    _ beta1: Angle, _ beta2: Angle, _ alpha1: Angle, sine0: Double
  ) -> Angle {
    guard beta2.cosine != beta1.cosine || abs(beta2.sine) != -beta1.sine else {
      return Angle(sine: alpha1.sine, cosine: abs(alpha1.cosine))
    }
    let x1 = alpha1.cosine * beta1.cosine
    let gap =
      beta1.cosine < -beta1.sine
      ? (beta2.cosine - beta1.cosine) * (beta1.cosine + beta2.cosine)
      : (beta1.sine - beta2.sine) * (beta1.sine + beta2.sine)
    return Angle(
      sine: sine0 / beta2.cosine, cosine: (x1 * x1 + gap).squareRoot() / beta2.cosine)
  }

  /// The derivative of the miss with respect to the azimuth (Karney 2013, equation 46).
  var slope: Double {
    if alpha2.cosine == 0 { return -2 * (1 - Ellipsoid.f) * problem.dn1 / problem.beta1.sine }
    return (1 - Ellipsoid.f) * arc.reducedLength / (alpha2.cosine * problem.beta2.cosine)
  }

  /// Returns the distance to the second place, which the geodesic only passes near; `nil` if it is not near enough.
  ///
  /// With the latitudes fixed, distance grows with longitude by `a * sinα₀`, and that by `a * cosα₁ * cosβ₁ / slope`.
  func correctedDistance(slope: Double) -> Double? {
    let second = Ellipsoid.a * problem.beta1.cosine / slope * miss * miss / 2
    guard second < 1e-5, abs(miss) < 1e-4 * slope else { return nil }
    return arc.distance - Ellipsoid.a * sineAlpha0 * miss + second * alpha1.cosine
  }
}

/// A segment of a geodesic between two points of the auxiliary sphere.
struct GeodesicArc {
  let sigma1: Angle
  let sigma2: Angle
  let dn1: Double
  let dn2: Double
  /// The angle between the points, radians, in `0...π`.
  let sigma12: Double
  private let series: GeodesicSeries

  init(sigma1: Angle, sigma2: Angle, dn1: Double, dn2: Double, k2: Double) {
    self.sigma1 = sigma1
    self.sigma2 = sigma2
    self.dn1 = dn1
    self.dn2 = dn2
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
