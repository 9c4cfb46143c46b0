// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the points of a GPX file of any length, which arrives in pieces; it keeps few of them.
///
/// Points that are not on Earth are left out and counted.
package struct GPXStream {
  private var pieces = XMLPieces()
  private var reader: XMLReader?
  private var collector = GPXCollector(keepsDetails: true, isTolerant: true)

  /// The most bytes of waypoints, routes and texts that are kept until a track comes; half a million points.
  private static let mostKept = 1 << 26

  package init() {}

  /// Why nothing more is read; `nil` while there is no reason.
  package private(set) var problem: GPXProblem?

  /// Returns how many points were left out since the last call.
  package mutating func takePlacelessCount() -> Int {
    defer { collector.placelessCount = 0 }
    return collector.placelessCount
  }

  /// Reads bytes, and returns the points of tracks in them; none after a ``problem``.
  package mutating func push(_ bytes: RawSpan) -> [GPX.Point] {
    read(isComplete: false) { pieces throws(XMLProblem) in try pieces.push(bytes) }
  }

  /// Ends the file, and returns the rest: the points of routes, or else the waypoints, if there is no track.
  package mutating func finish() -> [GPX.Point] {
    let points = read(isComplete: true) { $0.finish() }
    return points.isEmpty && problem == nil ? collector.best ?? [] : points
  }

  private mutating func read(
    isComplete: Bool, _ next: (inout XMLPieces) throws(XMLProblem) -> [UInt8]?
  ) -> [GPX.Point] {
    guard problem == nil else { return [] }
    do throws(XMLProblem) {
      if let piece = try next(&pieces) { try read(piece, isComplete: isComplete) }
    } catch {
      problem = GPXProblem(error.description)
    }
    return collector.takeTrackPoints()
  }

  private mutating func read(_ piece: [UInt8], isComplete: Bool) throws(XMLProblem) {
    var reader: XMLReader
    if let old = self.reader.take() {
      reader = old
      try reader.append(piece)
    } else {
      reader = try XMLReader(piece)
    }
    try collector.read(&reader, isComplete: isComplete)
    self.reader = reader
    guard collector.size <= Self.mostKept else {
      throw XMLProblem(
        "it has more than \(Self.mostKept >> 20) MB of waypoints, routes or text before its first track; export the track alone"
      )
    }
  }
}
