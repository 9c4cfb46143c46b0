// Core Location for Linux. SPDX-License-Identifier: MIT

/// The radius that contains 68.27 % of a normal distribution in the plane, as one standard deviation does on a line.
enum ErrorEllipse {
  /// That radius in a circular distribution, in standard deviations of one axis: √(−2 ln(1 − 0.682689)).
  static let roundRadius = 1.515_172_9

  /// That radius in a circular distribution, in root mean square distances (DRMS = σ·√2).
  static let radiusPerDistance = roundRadius / 1.414_213_562_373_095_1

  /// That radius, in radii that contain half of a circular distribution (CEP, 1.1774 σ).
  static let radiusPerMedian = roundRadius / 1.177_410_022_515_474_7

  /// A standard deviation, in distances that contain half of a normal distribution (0.6745 σ).
  static let deviationPerMedian = 1 / 0.674_489_750_196_081_7

  /// Returns the radius for two perpendicular standard deviations; `nil` without them.
  ///
  /// The axes give the shape of the ellipse, which the deviations of latitude and longitude hide when it is oblique.
  /// The deviations give its size, for which the axes cannot be trusted: the sums of the squares are equal by
  /// definition, but u-blox receivers from the ninth generation on report axes that contain 95 % (2.45 times as large),
  /// and SkyTraq axes that are sixteen times as large.
  static func radius(
    _ first: Double?, _ second: Double?, axes: (major: Double?, minor: Double?)
  ) -> Double? {
    var deviations: (first: Double, second: Double)?
    if let first, let second, first >= 0, second >= 0, first + second > 0 {
      deviations = (first, second)
    }
    if let major = axes.major, let minor = axes.minor, major > 0, minor >= 0 {
      let radius = radius(major: max(major, minor), minor: min(major, minor))
      guard let deviations else { return radius }
      let square = deviations.first * deviations.first + deviations.second * deviations.second
      return radius * (square / (major * major + minor * minor)).squareRoot()
    }
    return deviations.map {
      radius(major: max($0.first, $0.second), minor: min($0.first, $0.second))
    }
  }

  /// Returns the radius for the two axes of the ellipse.
  ///
  /// It is a polynomial in the ratio of the axes, fitted to the numerically integrated radius and within 0.2 % of it,
  /// which the tests check against an integration of their own.
  static func radius(major: Double, minor: Double) -> Double {
    let ratio = minor / major
    let terms =
      0.255_245_34 + ratio * (1.535_892_07 + ratio * (-2.027_308_33 + ratio * 0.751_132_55))
    return major * (1 + ratio * ratio * terms)
  }
}
