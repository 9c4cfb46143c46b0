// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The errors that a receiver claims for one instant, as it reports them (GST).
///
/// Standard deviations (68 % on a line), meters. They are not what a fix derives from them: ``Fix/horizontalAccuracy``
/// is a radius, and corrects known errors of makers in the axes.
public struct ErrorStatistics: Hashable, Sendable {
  /// The instant (GST 1).
  public var time: FixTime
  /// Root mean square of the ranges' deviations (GST 2); `nil` if the receiver leaves it empty, as for the others.
  public var rangeDeviation: Double?
  /// Along the major axis of the error ellipse (GST 3).
  public var semiMajorDeviation: Double?
  /// Along its minor axis (GST 4).
  public var semiMinorDeviation: Double?
  /// Direction of its major axis, degrees clockwise from true north (GST 5).
  public var orientation: Double?
  /// North and south (GST 6).
  public var latitudeDeviation: Double?
  /// East and west (GST 7).
  public var longitudeDeviation: Double?
  /// Up and down (GST 8).
  public var altitudeDeviation: Double?
}

extension ErrorStatistics {
  package init(at time: FixTime) { self.init(time: time, rangeDeviation: nil) }

  init(_ message: GST, at time: FixTime) {
    self.init(
      time: time, rangeDeviation: message.rangeDeviation?.ifMeasurable,
      semiMajorDeviation: message.semiMajorDeviation?.ifMeasurable,
      semiMinorDeviation: message.semiMinorDeviation?.ifMeasurable,
      orientation: message.orientation?.ifMeasurable,
      latitudeDeviation: message.latitudeDeviation?.ifMeasurable,
      longitudeDeviation: message.longitudeDeviation?.ifMeasurable,
      altitudeDeviation: message.altitudeDeviation?.ifMeasurable)
  }
}

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
