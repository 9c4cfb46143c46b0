// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// An event that a stream of bytes yields.
public enum FixEvent: Hashable, Sendable {
  /// A position.
  case fix(Fix)
  /// The receiver no longer has a position; reported once, at the first epoch without one.
  ///
  /// The time is that of this epoch; `nil` if its sentences contain none.
  case fixLost(FixTime?)
  /// The satellites in view have changed.
  case satellites(SatellitesInView)
  /// A compass on the same line has reported the direction in which the bow points.
  case heading(Heading)
  /// The receiver has stated the errors of the fix that comes next.
  case errorStatistics(ErrorStatistics)
  /// Something has been dropped; these are the counts since the beginning.
  case defects(Defects)
}
