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
      time: time, rangeDeviation: message.rangeDeviation,
      semiMajorDeviation: message.semiMajorDeviation,
      semiMinorDeviation: message.semiMinorDeviation, orientation: message.orientation,
      latitudeDeviation: message.latitudeDeviation,
      longitudeDeviation: message.longitudeDeviation, altitudeDeviation: message.altitudeDeviation)
  }
}
