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
