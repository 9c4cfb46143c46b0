// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the points of a GPX file of any length, which arrives in pieces; it keeps few of them.
///
/// Points that are not on Earth are left out and counted.
package struct GPXStream {
  /// What has arrived since the last tag.
  private var pending: [UInt8] = []
  private var reader: XMLReader?
  private var collector = GPXCollector(keepsDetails: true, isTolerant: true)

  private let mostKept: Int
  /// The longest tag, comment or text, in bytes.
  private static let longest = 1 << 20

  /// - Parameter mostKept: the most bytes of waypoints, routes and texts that are kept until a track comes; half a million
  ///   points.
  package init(mostKept: Int = 1 << 26) { self.mostKept = mostKept }

  /// Why nothing more is read; `nil` while there is no reason.
  package private(set) var problem: GPXProblem?

  /// Returns how many points were left out since the last call.
  package mutating func takePlacelessCount() -> Int {
    defer { collector.placelessCount = 0 }
    return collector.placelessCount
  }

  /// Reads bytes, and returns the points of tracks in them; none after a ``problem``.
  package mutating func push(_ bytes: RawSpan) -> [GPX.Point] {
    let start = pending.count
    bytes.withUnsafeBytes { pending.append(contentsOf: $0) }
    // Up to the last tag, so that no character and no reference is divided.
    return read(pending[start...].lastIndex(of: UInt8(ascii: "<")) ?? 0, isComplete: false)
  }

  /// Ends the file, and returns the rest: the points of routes, or else the waypoints, if there is no track.
  package mutating func finish() -> [GPX.Point] {
    let points = read(pending.count, isComplete: true)
    return points.isEmpty && problem == nil ? collector.best ?? [] : points
  }

  private mutating func read(_ count: Int, isComplete: Bool) -> [GPX.Point] {
    guard problem == nil else { return [] }
    do throws(GPXProblem) {
      // A mark of UTF-8 and the declaration behind it belong together.
      if count > 3 || isComplete {
        try parse(Array(pending[..<count]), isComplete: isComplete)
        pending.removeSubrange(..<count)
      }
      try checkSize()
    } catch {
      (problem, pending) = (error, [])
    }
    return collector.takeTrackPoints()
  }

  private mutating func parse(_ bytes: [UInt8], isComplete: Bool) throws(GPXProblem) {
    var reader: XMLReader
    if let old = self.reader.take() {
      reader = old
      try reader.append(bytes)
    } else {
      reader = try XMLReader(bytes)
    }
    try collector.read(&reader, isComplete: isComplete)
    self.reader = reader
  }

  private func checkSize() throws(GPXProblem) {
    guard pending.count + (reader?.unreadCount ?? 0) <= Self.longest else {
      throw GPXProblem(
        "it has a tag or a text of more than \(Self.longest >> 20) MB; export it again")
    }
    guard collector.size <= mostKept else {
      throw GPXProblem(
        "it has more than \(mostKept >> 20) MB of waypoints, routes or text before its first track; export the track alone"
      )
    }
  }
}
