// Core Location for Linux. SPDX-License-Identifier: MIT

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
