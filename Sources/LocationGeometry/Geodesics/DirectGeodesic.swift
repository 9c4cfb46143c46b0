// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

struct DirectGeodesic {
  private let longitude: Double
  private let alpha0: Angle
  private let sigma1: Angle
  private let omega1: Angle
  private let series: GeodesicSeries
  private let c1: SineSeries

  /// Creates a geodesic from angles in degrees.
  init(latitude: Double, longitude: Double, azimuth: Double) {
    let alpha1 = Angle(degrees: azimuth)
    let beta1 = InverseGeodesic.reduced(latitude)
    self.longitude = longitude
    let across = alpha1.sine * beta1.sine
    alpha0 = Angle(
      sine: alpha1.sine * beta1.cosine,
      cosine: (alpha1.cosine * alpha1.cosine + across * across).squareRoot())
    // Eastward along the equator, σ and ω start at zero.
    let x = alpha1.cosine * beta1.cosine
    let isFlat = beta1.sine == 0 && x == 0
    sigma1 = isFlat ? Angle(sine: 0, cosine: 1) : Angle(towardsSine: beta1.sine, cosine: x)
    omega1 = isFlat ? Angle(sine: 0, cosine: 1) : Angle(sine: alpha0.sine * beta1.sine, cosine: x)
    series = GeodesicSeries(k2: Ellipsoid.ep2 * alpha0.cosine * alpha0.cosine)
    c1 = series.c1
  }

  func end(after distance: Double) -> Geodesic.End {
    let first = c1.sum(sigma1)
    let tau = distance / (Ellipsoid.b * series.a1)
    let start = sigma1 + Angle(radians: first)
    let along = start + Angle(radians: tau)
    let sigma12 = tau + series.c1Reverted.sum(along) + first
    let sigma2 = sigma1 + Angle(radians: sigma12)

    let sineBeta = alpha0.cosine * sigma2.sine
    let x = alpha0.cosine * sigma2.cosine
    let cosineBeta = max(
      InverseGeodesic.tiny, (alpha0.sine * alpha0.sine + x * x).squareRoot())
    let latitude = Angle(sine: sineBeta / (1 - Ellipsoid.f), cosine: cosineBeta).degrees

    // Around the pole with the sign of α₀, so that east remains east over many turns.
    let east = alpha0.sine.sign == .minus ? -1.0 : 1.0
    let omega2 = Angle(sine: alpha0.sine * sigma2.sine, cosine: sigma2.cosine)
    let turns =
      Double.arcTangent(sigma2.sine, sigma2.cosine) - .arcTangent(sigma1.sine, sigma1.cosine)
    let omega12 =
      east
      * (sigma12 - turns + .arcTangent(east * omega2.sine, omega2.cosine)
        - .arcTangent(east * omega1.sine, omega1.cosine))
    let c3 = series.c3
    let lag = series.a3 * (sigma12 + (c3.sum(sigma2) - c3.sum(sigma1)))
    let lambda = (omega12 - Ellipsoid.f * alpha0.sine * lag) * (180 / .pi)
    return Geodesic.End(
      latitude: latitude,
      longitude: (longitude.remainder(dividingBy: 360) + lambda.remainder(dividingBy: 360))
        .remainder(dividingBy: 360),
      azimuth: Angle(sine: alpha0.sine, cosine: x).degrees)
  }
}
