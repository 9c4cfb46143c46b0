// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The integrals of a geodesic as series in ε (Karney 2013, equations 15 to 25 and 40 to 43).
struct GeodesicSeries {
  let epsilon: Double
  private let e2: Double

  /// - Parameter k2: `ep2 * cos²α₀`.
  init(k2: Double) {
    epsilon = k2 / (2 * (1 + (1 + k2).squareRoot()) + k2)
    e2 = epsilon * epsilon
  }

  /// Distance: `s / b = a1 * (σ + c1.sum(σ))`.
  var a1: Double { (1 + e2 * (1.0 / 4 + e2 * (1.0 / 64 + e2 * (1.0 / 256)))) / (1 - epsilon) }

  var c1: SineSeries {
    let e3 = epsilon * e2
    let e4 = e2 * e2
    return SineSeries(
      c: (
        epsilon * (-1.0 / 2 + e2 * (3.0 / 16 - e2 / 32)),
        e2 * (-1.0 / 16 + e2 * (1.0 / 32 - e2 * (9.0 / 2048))),
        e3 * (-1.0 / 48 + e2 * (3.0 / 256)),
        e4 * (-5.0 / 512 + e2 * (3.0 / 512)),
        e4 * epsilon * (-7.0 / 1280),
        e4 * e2 * (-7.0 / 2048)
      ))
  }

  /// Reverts distance to arc: `σ = τ + c1Reverted.sum(τ)` with `τ = s / (b * a1)`.
  var c1Reverted: SineSeries {
    let e3 = epsilon * e2
    let e4 = e2 * e2
    return SineSeries(
      c: (
        epsilon * (1.0 / 2 + e2 * (-9.0 / 32 + e2 * (205.0 / 1536))),
        e2 * (5.0 / 16 + e2 * (-37.0 / 96 + e2 * (1335.0 / 4096))),
        e3 * (29.0 / 96 - e2 * (75.0 / 128)),
        e4 * (539.0 / 1536 - e2 * (2391.0 / 2560)),
        e4 * epsilon * (3467.0 / 7680),
        e4 * e2 * (38081.0 / 61440)
      ))
  }

  /// Together with `a1` and `c1`, gives the reduced length.
  var a2: Double { (1 + e2 * (1.0 / 4 + e2 * (9.0 / 64 + e2 * (25.0 / 256)))) * (1 - epsilon) }

  var c2: SineSeries {
    let e3 = epsilon * e2
    let e4 = e2 * e2
    return SineSeries(
      c: (
        epsilon * (1.0 / 2 + e2 * (1.0 / 16 + e2 / 32)),
        e2 * (3.0 / 16 + e2 * (1.0 / 32 + e2 * (35.0 / 2048))),
        e3 * (5.0 / 48 + e2 * (5.0 / 256)),
        e4 * (35.0 / 512 + e2 * (7.0 / 512)),
        e4 * epsilon * (63.0 / 1280),
        e4 * e2 * (77.0 / 2048)
      ))
  }

  /// Longitude: `λ = ω - f * sinα₀ * a3 * (σ + c3.sum(σ))`.
  var a3: Double {
    let (n, e) = (Ellipsoid.n, epsilon)
    return 1 - e
      * ((1.0 / 2 - n / 2)
        + e
        * ((1.0 / 4 + n / 8 - n * n * 3 / 8)
          + e
          * ((1.0 / 16 + n * 3 / 16 + n * n / 16)
            + e * ((3.0 / 64 + n / 32) + e * (3.0 / 128)))))
  }

  var c3: SineSeries {
    let (n, e) = (Ellipsoid.n, epsilon)
    let n2 = n * n
    let e3 = e * e2
    let e4 = e2 * e2
    let third = (3.0 / 64 + n * 3 / 64 - n2 / 64) + e * ((5.0 / 128 + n / 64) + e * (3.0 / 128))
    return SineSeries(
      c: (
        e * ((1.0 / 4 - n / 4) + e * ((1.0 / 8 - n2 / 8) + e * third)),
        e2
          * ((1.0 / 16 - n * 3 / 32 + n2 / 32)
            + e
            * ((3.0 / 64 - n / 32 - n2 * 3 / 64) + e * ((3.0 / 128 + n / 128) + e * (5.0 / 256)))),
        e3
          * ((5.0 / 192 - n * 3 / 64 + n2 * 5 / 192)
            + e * ((3.0 / 128 - n * 5 / 192) + e * (7.0 / 512))),
        e4 * ((7.0 / 512 - n * 7 / 256) + e * (7.0 / 512)),
        e4 * e * (21.0 / 2560),
        0
      ))
  }
}

/// The sum of `c[l] * sin(2 * l * σ)` for `l` from 1 to 6.
struct SineSeries {
  var c: (Double, Double, Double, Double, Double, Double)

  /// Evaluates the series from its last term, by Clenshaw's recurrence.
  func sum(_ sigma: Angle) -> Double {
    let x = 2 * (sigma.cosine - sigma.sine) * (sigma.cosine + sigma.sine)
    let b5 = c.4 + x * c.5
    let b4 = c.3 + x * b5 - c.5
    let b3 = c.2 + x * b4 - b5
    let b2 = c.1 + x * b3 - b4
    let b1 = c.0 + x * b2 - b3
    return 2 * sigma.sine * sigma.cosine * b1
  }
}
