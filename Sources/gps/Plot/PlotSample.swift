// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// What a picture needs to know of a fix.
struct PlotSample: Sendable {
  /// Degrees.
  var latitude: Double
  /// Degrees; beyond ±180 where the track has crossed the antimeridian, so that it stays in one piece.
  var longitude: Double
  /// Seconds since the first fix.
  var seconds: Double
  /// Meters travelled since the first fix.
  var distance: Double
  /// Meters above mean sea level.
  var altitude: Double?
  /// Meters per second.
  var speed: Double?
  /// Meters.
  var accuracy: Double?
  var satellites: Double?
  /// Whether nothing joins it to the sample before.
  var beginsSegment: Bool
}
