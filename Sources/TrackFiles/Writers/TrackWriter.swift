// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A format of tracks: fixes in, bytes out.
///
/// A segment is written as one part, or as several if the format requires it.
package protocol TrackWriter: Sendable {
  /// The number of lists that are written in parallel in a part; see ``TrackText``.
  var laneCount: Int { get }

  func canWrite(_ fix: Fix) -> Bool

  /// Returns whether a new part must begin with a fix, although the segment continues.
  mutating func breaks(before fix: Fix) -> Bool

  mutating func begin(_ text: inout TrackText)

  mutating func beginPart(with fix: Fix, _ text: inout TrackText)

  mutating func append(_ fix: Fix, _ text: inout TrackText)

  /// Ends a part; what follows its lists is written to the last lane.
  mutating func endPart(_ text: inout TrackText)

  mutating func end(_ text: inout TrackText)
}

extension TrackWriter {
  package var laneCount: Int { 1 }

  package func canWrite(_ fix: Fix) -> Bool { true }

  package mutating func breaks(before fix: Fix) -> Bool { false }

  package mutating func begin(_ text: inout TrackText) {}
  package mutating func beginPart(with fix: Fix, _ text: inout TrackText) {}
  package mutating func endPart(_ text: inout TrackText) {}
  package mutating func end(_ text: inout TrackText) {}
}
