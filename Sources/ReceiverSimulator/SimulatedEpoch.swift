// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// One instant of a simulated receiver: the truth, and the receiver's estimate.
package struct SimulatedEpoch: Sendable {
  /// What a receiver has learned since it was switched on.
  package enum Stage: Int, Comparable, Sendable {
    /// Nothing: no signal yet.
    case searching
    /// The time of day, from the first signals; the satellites' positions are still unknown.
    case timed
    /// Time and date, but no position.
    case dated
    /// Everything.
    case fixed

    /// Whether a receiver knows less.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The number of the epoch, from 0.
  package let index: Int
  package let instant: SimulatedInstant
  package let stage: Stage
  package let truth: SimulatedMotion
  /// The position and movement that the receiver has measured; the truth without a fix.
  package let measured: SimulatedMotion
  package let satellites: [SimulatedSatellite]
  /// The geometry of the satellites used; `nil` without a fix.
  package let geometry: SkyGeometry?
  /// The standard deviations with which the errors were drawn; `nil` without a fix.
  package let deviations: PositionDeviations?
}
