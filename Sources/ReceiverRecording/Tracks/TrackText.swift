// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a track's writer has written and nobody has fetched yet.
///
/// Some formats have one list after another in a segment: first all times, then all coordinates. So that neither has to
/// be kept as values until the segment ends, each list is written into a lane of its own; at the end of the segment
/// the lanes are joined.
package struct TrackText: Sendable {
  /// The bytes of each list, in the order in which they belong into the file.
  package var lanes: [[UInt8]]

  /// Nothing, in so many lanes.
  package init(laneCount: Int) { lanes = Array(repeating: [], count: laneCount) }

  /// Appends to a lane.
  ///
  /// - Parameter capacity: the most bytes that are written.
  mutating func write(
    lane: Int = 0, capacity: Int, _ body: (inout OutputSpan<UInt8>) -> Void
  ) {
    lanes[lane].append(addingCapacity: capacity, initializingWith: body)
  }

  /// Appends a text to a lane.
  mutating func write(_ text: String, lane: Int = 0) { lanes[lane].append(contentsOf: text.utf8) }

  /// Moves everything into the first lane, where it belongs once a segment has ended.
  package mutating func join() {
    for lane in lanes.indices.dropFirst() {
      lanes[0].append(contentsOf: lanes[lane])
      lanes[lane].removeAll(keepingCapacity: true)
    }
  }
}
