// Core Location for Linux. SPDX-License-Identifier: MIT

/// One instant of a simulated receiver: what is true, and what it takes for true.
package struct SimulatedEpoch: Sendable {
  /// What a receiver has found out since it was switched on.
  package enum Stage: Int, Comparable, Sendable {
    /// Nothing: no signal yet.
    case searching
    /// The time of day, from the first signals; the satellites' places are still unknown.
    case timed
    /// Time and date, but no position.
    case dated
    /// Everything.
    case fixed

    /// Whether a receiver knows less.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Which epoch it is, from 0.
  package let index: Int
  /// When it is, truly.
  package let instant: SimulatedInstant
  /// What the receiver knows.
  package let stage: Stage
  /// Where it is and how it moves, truly.
  package let truth: SimulatedMotion
  /// Where it takes itself to be, and how it takes itself to move; the truth without a fix.
  package let measured: SimulatedMotion
  /// The satellites above it.
  package let satellites: [SimulatedSatellite]
  /// The geometry of the satellites used; `nil` without a fix.
  package let geometry: SkyGeometry?
  /// The standard deviations that the errors were drawn with; `nil` without a fix.
  package let deviations: PositionDeviations?
}
