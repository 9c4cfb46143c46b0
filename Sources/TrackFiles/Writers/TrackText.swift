// Core Location for Linux. SPDX-License-Identifier: MIT

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
