// Core Location for Linux. SPDX-License-Identifier: MIT

/// Where the bow points, as a compass tells it: never the course, which is where it moves.
public struct Heading: Hashable, Sendable {
  /// Degrees clockwise from true north, in 0..<360 (HDT, THS; HDM or HDG with the variation).
  ///
  /// `nil` while only the magnetic heading and no variation is known.
  public var trueHeading: Double?

  /// Degrees clockwise from magnetic north, in 0..<360 (HDM, HDG; HDT or THS with the variation).
  ///
  /// `nil` while only the true heading and no variation is known.
  public var magneticHeading: Double?

  /// The time of the last epoch before it: heading sentences carry none; `nil` before the first epoch.
  public var time: FixTime?
}
