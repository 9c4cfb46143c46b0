// Core Location for Linux. SPDX-License-Identifier: MIT

/// The direction in which the bow points, from a compass: not the course, which is the direction of travel.
public struct Heading: Hashable, Sendable {
  /// Degrees clockwise from true north, in `0..<360` (HDT, THS, PSXN 23, PFEC GPatt, VHW; HDM or HDG with the
  /// variation).
  ///
  /// `nil` if only the magnetic heading is known, and not the variation.
  public var trueHeading: Double?

  /// Degrees clockwise from magnetic north, in `0..<360` (HDM, HDG; HDT or THS with the variation).
  ///
  /// `nil` if only the true heading is known, and not the variation.
  public var magneticHeading: Double?

  /// Which of the two the compass measured; the other one follows from the variation.
  public var reference = Reference.trueNorth

  /// The north that a compass finds.
  public enum Reference: Hashable, Sendable {
    /// Where the meridians meet: measured by a gyrocompass, or by a compass with two GNSS antennas (HDT, THS).
    case trueNorth
    /// Where a needle points (HDM, HDG).
    case magneticNorth
  }

  /// The time of the epoch before it, since heading sentences have none; `nil` before the first epoch.
  public var time: FixTime?
}

extension Heading {
  /// Creates a heading from a source other than a receiver's own sentences.
  package init(_ reference: Reference, at time: FixTime?) {
    self.init(reference: reference, time: time)
  }
}
