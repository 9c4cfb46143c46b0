// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The starting point of Newton's method: the azimuth on a sphere, or, near the antipodes, that of the astroid problem.
struct GeodesicStart {
  /// The first azimuth, in `0...π`.
  private(set) var azimuth: Angle
  /// The whole path, if it is too short for an iteration to improve it.
  private(set) var short: InverseGeodesic.Solution?

  /// The angle in radians below which a path is as good as straight.
  private static let shortest = 3.6e-8

  init(_ problem: InverseGeodesic) {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let between = beta2 - beta1
    let isShort =
      between.cosine >= 0 && between.sine < 0.5
      && beta2.cosine * problem.lambdaRadians < 0.5
    var omega = problem.lambda
    var dnm = 1.0
    if isShort {
      let sines = (beta1.sine + beta2.sine) * (beta1.sine + beta2.sine)
      let cosines = (beta1.cosine + beta2.cosine) * (beta1.cosine + beta2.cosine)
      dnm = (1 + Ellipsoid.ep2 * sines / (sines + cosines)).squareRoot()
      omega = Angle(radians: problem.lambdaRadians / ((1 - Ellipsoid.f) * dnm))
    }
    azimuth = Self.spherical(beta1, beta2, omega)
    let sine = (azimuth.sine * azimuth.sine + azimuth.cosine * azimuth.cosine).squareRoot()
    let cosine = beta1.sine * beta2.sine + beta1.cosine * beta2.cosine * omega.cosine
    if isShort, sine < Self.shortest {
      short = Self.straight(beta1, beta2, omega, azimuth, sine: sine, cosine: cosine, dnm)
    } else if cosine < 0, sine < 6 * Ellipsoid.n * .pi * beta1.cosine * beta1.cosine {
      azimuth = Self.nearlyAntipodal(problem)
    }
    azimuth =
      azimuth.sine > 0
      ? Angle(towardsSine: azimuth.sine, cosine: azimuth.cosine) : Angle(sine: 1, cosine: 0)
  }

  /// Returns the azimuth on a sphere, times the sine of the distance.
  private static func spherical(_ beta1: Angle, _ beta2: Angle, _ omega: Angle) -> Angle {
    let swing = beta2.cosine * beta1.sine * omega.sine * omega.sine
    return Angle(
      sine: beta2.cosine * omega.sine,
      cosine: omega.cosine >= 0
        ? (beta2 - beta1).sine + swing / (1 + omega.cosine)
        : (beta2 + beta1).sine - swing / (1 - omega.cosine))
  }

  private static func straight(
    _ beta1: Angle, _ beta2: Angle, _ omega: Angle, _ azimuth: Angle, sine: Double, cosine: Double,
    _ dnm: Double
  ) -> InverseGeodesic.Solution {
    let swing =
      omega.cosine >= 0 ? omega.sine * omega.sine / (1 + omega.cosine) : 1 - omega.cosine
    let second = Angle(
      sine: beta1.cosine * omega.sine,
      cosine: (beta2 - beta1).sine - beta1.cosine * beta2.sine * swing)
    return InverseGeodesic.Solution(
      distance: Ellipsoid.b * dnm * .arcTangent(sine, cosine),
      alpha1: sine > 0 ? azimuth : Angle(sine: 0, cosine: 1),
      alpha2: sine > 0 ? second : Angle(sine: 0, cosine: 1))
  }

  // MARK: Near the antipodes

  /// Returns the azimuth near the antipodes (Karney 2013, equations 51 to 58).
  private static func nearlyAntipodal(_ problem: InverseGeodesic) -> Angle {
    let (beta1, beta2) = (problem.beta1, problem.beta2)
    let sum = (beta2 + beta1).sine
    let k2 = Ellipsoid.ep2 * beta1.sine * beta1.sine
    let scale = Ellipsoid.f * beta1.cosine * GeodesicSeries(k2: k2).a3 * .pi
    let x = Double.arcTangent(-problem.lambda.sine, -problem.lambda.cosine) / scale
    let y = sum / (scale * beta1.cosine)
    let tolerance = 200 * Double.ulpOfOne
    if y > -tolerance, x > -1 - 1000 * Double.ulpOfOne.squareRoot() {
      let sine = min(1, -x)
      return Angle(sine: sine, cosine: -(1 - sine * sine).squareRoot())
    }
    let k = astroid(x, y)
    let rest = scale * (-x * k / (1 + k))
    return spherical(beta1, beta2, Angle(sine: .sine(rest), cosine: -.cosine(rest)))
  }

  /// Returns the positive root of `k⁴ + 2k³ - (x² + y² - 1)k² - 2y²k - y² = 0`.
  private static func astroid(_ x: Double, _ y: Double) -> Double {
    let (p, q) = (x * x, y * y)
    let r = (p + q - 1) / 6
    guard q != 0 || r > 0 else { return 0 }
    let s = p * q / 4
    let r3 = r * r * r
    let discriminant = s * (s + 2 * r3)
    var u = r
    if discriminant >= 0 {
      let root = discriminant.squareRoot()
      let t = Double.cubeRoot(s + r3 < 0 ? s + r3 - root : s + r3 + root)
      u += t + (t != 0 ? r * r / t : 0)
    } else {
      u += 2 * r * .cosine(.arcTangent((-discriminant).squareRoot(), -(s + r3)) / 3)
    }
    let v = (u * u + q).squareRoot()
    let uv = u < 0 ? q / (v - u) : u + v
    let w = (uv - q) / (2 * v)
    return uv / ((uv + w * w).squareRoot() + w)
  }
}
