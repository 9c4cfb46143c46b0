// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The data of a fix that a picture needs.
struct PlotSample: Sendable {
  /// Degrees, north positive.
  var latitude: Double
  /// Degrees, east positive; beyond ±180 where the track has crossed the antimeridian, so that it stays continuous.
  var longitude: Double
  var seconds: Double
  /// Meters travelled since the first fix.
  var distance: Double
  /// Meters above mean sea level.
  var altitude: Double?
  /// Meters per second.
  var speed: Double?
  /// Horizontal accuracy in meters.
  var accuracy: Double?
  var satellites: Double?
  var beginsSegment: Bool
  /// Why it, or one left out before it, should not be trusted.
  var warnings: FixWarnings = []
}
