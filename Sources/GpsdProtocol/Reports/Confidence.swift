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
}
