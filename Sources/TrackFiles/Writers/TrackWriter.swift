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

/// The text that a track's writer has produced and that has not been drained yet.
///
/// In some formats, a segment contains one list after another: first all times, then all coordinates. To avoid keeping
/// the fixes until the segment ends, each list is written to a lane of its own; at the end of the segment the lanes are
/// joined.
package struct TrackText: Sendable {
  /// The bytes of each list, in the order in which they go into the file.
  package var lanes: [[UInt8]]

  package init(laneCount: Int) { lanes = Array(repeating: [], count: laneCount) }

  mutating func write(lane: Int = 0, _ body: (inout [UInt8]) -> Void) { body(&lanes[lane]) }

  mutating func write(_ text: String, lane: Int = 0) { lanes[lane].append(contentsOf: text.utf8) }

  /// Moves everything into the first lane, at the end of a segment.
  package mutating func join() {
    for lane in lanes.indices.dropFirst() {
      lanes[0].append(contentsOf: lanes[lane])
      lanes[lane].removeAll(keepingCapacity: true)
    }
  }
}
