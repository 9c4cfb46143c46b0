// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A direction as a point on the unit circle, so that sums and differences lose no precision near quarter turns.
struct Angle {
  var sine: Double
  var cosine: Double

  init(sine: Double, cosine: Double) {
    self.sine = sine
    self.cosine = cosine
  }

  /// Creates the direction of a point other than the origin.
  init(towardsSine sine: Double, cosine: Double) {
    let length = (sine * sine + cosine * cosine).squareRoot()
    self.init(sine: sine / length, cosine: cosine / length)
  }

  init(radians: Double) { self.init(sine: .sine(radians), cosine: .cosine(radians)) }

  /// Creates an angle, exact at multiples of a quarter turn.
  ///
  /// - Parameter error: a correction to `degrees` that is too small to be represented in it.
  init(degrees: Double, error: Double = 0) {
    let turned = degrees.remainder(dividingBy: 360)
    let quarters = (turned / 90).rounded()
    let rest = ((turned - 90 * quarters) + error) * (.pi / 180)
    let (s, c) = (Double.sine(rest), Double.cosine(rest))
    switch Int(quarters) & 3 {
    case 0: self.init(sine: s, cosine: c)
    case 1: self.init(sine: c, cosine: -s)
    case 2: self.init(sine: -s, cosine: -c)
    default: self.init(sine: -c, cosine: s)
    }
  }

  /// In `-π...π`.
  var radians: Double { .arcTangent(sine, cosine) }

  /// In `-180...180`, exact at multiples of a quarter turn.
  var degrees: Double {
    if abs(sine) > abs(cosine) {
      let rest = Double.arcTangent(cosine, abs(sine)) * (180 / .pi)
      return sine < 0 ? rest - 90 : 90 - rest
    }
    let rest = Double.arcTangent(sine, abs(cosine)) * (180 / .pi)
    if cosine >= 0 { return rest }
    return (sine.sign == .minus ? -180 : 180) - rest
  }

  static prefix func - (angle: Angle) -> Angle { Angle(sine: -angle.sine, cosine: angle.cosine) }

  static func + (left: Angle, right: Angle) -> Angle {
    Angle(
      sine: left.sine * right.cosine + left.cosine * right.sine,
      cosine: left.cosine * right.cosine - left.sine * right.sine)
  }

  static func - (left: Angle, right: Angle) -> Angle { left + -right }

  /// Returns the difference of two longitudes in degrees, in `-180...180`, and its rounding error.
  static func difference(_ longitude: Double, _ other: Double) -> (sum: Double, error: Double) {
    let first = sum(
      longitude.remainder(dividingBy: 360), (-other).remainder(dividingBy: 360))
    let turned = first.sum.remainder(dividingBy: 360)
    return sum(turned, first.error)
  }

  /// Returns the sum of two numbers, and its rounding error.
  private static func sum(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
    let sum = left + right
    let part = sum - left
    return (sum, (left - (sum - part)) + (right - part))
  }
}
