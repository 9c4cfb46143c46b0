// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the points of a GPX file of any length, which arrives in pieces; it keeps few of them.
package struct GPXStream {
  private var pieces = XMLPieces()
  private var reader: XMLReader?
  private var collector = GPXCollector(keepsDetails: true)
  private var hasTrack = false

  package init() {}

  /// Reads bytes, and returns the points of tracks in them.
  package mutating func push(_ bytes: RawSpan) throws(GPXProblem) -> [GPX.Point] {
    do throws(XMLProblem) {
      guard let piece = try pieces.push(bytes) else { return [] }
      return try read(piece, isComplete: false)
    } catch {
      throw GPXProblem(error.description)
    }
  }

  /// Ends the file, and returns the rest: the points of routes, or else the waypoints, if there is no track.
  package mutating func finish() throws(GPXProblem) -> [GPX.Point] {
    do throws(XMLProblem) {
      let points = try read(pieces.finish(), isComplete: true)
      return hasTrack ? points : collector.best ?? []
    } catch {
      throw GPXProblem(error.description)
    }
  }

  private mutating func read(
    _ piece: [UInt8], isComplete: Bool
  ) throws(XMLProblem) -> [GPX.Point] {
    var reader: XMLReader
    if let old = self.reader.take() {
      reader = old
      try reader.append(piece)
    } else {
      reader = try XMLReader(piece)
    }
    try collector.read(&reader, isComplete: isComplete)
    self.reader = reader
    let points = collector.takeTrackPoints()
    hasTrack = hasTrack || !points.isEmpty
    return points
  }
}
