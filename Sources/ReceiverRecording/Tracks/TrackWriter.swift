// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A format in which tracks are kept: fixes in, bytes out.
///
/// A segment is written as one part, or as several where the format needs that.
package protocol TrackWriter: Sendable {
  /// How many lists grow side by side in a part; see ``TrackText``.
  var laneCount: Int { get }

  /// Whether a fix can be written at all.
  func canWrite(_ fix: Fix) -> Bool

  /// Whether a fix needs a part of its own, although the segment goes on.
  mutating func breaks(before fix: Fix) -> Bool

  /// Writes what precedes all fixes.
  mutating func begin(_ text: inout TrackText)

  /// Begins a part, of which this will be the first fix.
  mutating func beginPart(with fix: Fix, _ text: inout TrackText)

  /// Writes a fix.
  mutating func append(_ fix: Fix, _ text: inout TrackText)

  /// Ends a part; what belongs behind its lists is written into the last lane.
  mutating func endPart(_ text: inout TrackText)

  /// Writes what follows all fixes.
  mutating func end(_ text: inout TrackText)
}

extension TrackWriter {
  package var laneCount: Int { 1 }

  package func canWrite(_ fix: Fix) -> Bool { true }

  package mutating func breaks(before fix: Fix) -> Bool { false }
}
