// Core Location for Linux. SPDX-License-Identifier: MIT

/// Between our accuracies, which hold 68 %, and gpsd's errors, which hold 95 %, of a normal distribution.
enum Confidence {
  /// Along one axis: 95 % lie within 1.96 standard deviations.
  static let line = 1.959_963_985

  /// In the plane: √(−2 ln 0.05) / √(−2 ln 0.317311), the radii of a round distribution in standard deviations.
  static let plane = 2.447_746_831 / 1.515_172_9

  /// The error along one axis of a round distribution, per radius that holds 68 % of it.
  static let axisPerRadius = line / 1.515_172_9
}
