// Core Location for Linux. SPDX-License-Identifier: MIT

/// Factors between this package's accuracies, which contain 68 % of a normal distribution, and gpsd's errors, which
/// contain 95 %.
enum Confidence {
  /// Along one axis: 95 % are within 1.96 standard deviations.
  static let line = 1.959_963_985

  /// In the plane: √(−2 ln 0.05) / √(−2 ln 0.317311), the radii of a circular distribution in standard deviations.
  static let plane = 2.447_746_831 / 1.515_172_9

  /// gpsd's error along one axis of a circular distribution, per radius that contains 68 % of it.
  static let axisPerRadius = line / 1.515_172_9

  /// Returns the radius of the sphere that contains 95 %, within 2 %, from a radius and a height that contain 68 %.
  ///
  /// The sum of the squared errors is approximated by a multiple of a chi-squared variable with the same mean and
  /// variance (Satterthwaite), whose quantile is that of Wilson and Hilferty.
  static func sphericalRadius(horizontal: Double, vertical: Double) -> Double {
    let (plane, up) = (horizontal * horizontal / (1.515_172_9 * 1.515_172_9), vertical * vertical)
    let (mean, variance) = (2 * plane + up, 2 * (2 * plane * plane + up * up))
    let part = variance / (9 * mean * mean)
    let root = 1 - part + 1.644_853_627 * part.squareRoot()
    return (mean * root * root * root).squareRoot()
  }
}
