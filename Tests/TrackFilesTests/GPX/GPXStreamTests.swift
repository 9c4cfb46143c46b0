// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import TrackFiles

@Suite struct GPXStreamTests {
  private func points(
    _ text: String, inPiecesOf size: Int
  ) -> (points: [GPX.Point], problem: GPXProblem?) {
    var stream = GPXStream()
    var points: [GPX.Point] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      points += stream.push(bytes[start..<min(start + size, bytes.count)].span.bytes)
    }
    points += stream.finish()
    return (points, stream.problem)
  }

  private static let track = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- > <trkpt lat="1" lon="1"/> - -->
    <gpx version="1.1" creator="a > b 'c'"><wpt lat="9" lon="9"/><?pi <a> ?>
    <trk><name><![CDATA[<trkpt lat="1" lon="1"/> ]] > ]]></name><trkseg>
    <trkpt lat="1" lon="2"><ele>3</ele><time>2025-06-15T12:00:00Z</time></trkpt>
    <!----><trkpt lon='4' lat='5' /></trkseg><trkseg><x:trkpt xmlns:x="é" lat="6" lon="7"></x:trkpt></trkseg></trk></gpx>
    """

  @Test(arguments: [1, 2, 3, 10, 64, 10_000])
  func findsWhatTheWholeFileHas(size: Int) throws {
    let whole = try GPX(Array(Self.track.utf8), keepsDetails: true)
    #expect(whole.points.count == 3)
    #expect(points(Self.track, inPiecesOf: size) == (whole.points, nil))
  }

  @Test(arguments: [1, 10_000])
  func hasRoutesOrWaypointsWithoutATrack(size: Int) {
    let text = "<gpx><wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/></rte></gpx>"
    #expect(points(text, inPiecesOf: size).points.map(\.latitude) == [2])
    #expect(
      points("<gpx><wpt lat='1' lon='1'/></gpx>", inPiecesOf: size).points.map(\.latitude) == [1])
  }

  @Test(
    arguments: [
      "", "<", "<gpx>", "<gpx><trk></gpx>", "<a/><b/>",
    ])
  func refusesWhatTheWholeFileRefuses(text: String) {
    #expect(points(text, inPiecesOf: 1).problem != nil)
  }

  @Test(arguments: [1, 10_000])
  func leavesOutPointsThatAreNotOnEarth(size: Int) {
    let odd = [
      "lat='99' lon='1'", "lat='1' lon='181'", "lat='47,2' lon='9'", "lon='1'", "lat='nan' lon='1'",
    ]
    let points = odd.map { "<trkpt \($0)><ele>5</ele></trkpt>" }.joined()
    var stream = GPXStream()
    var read: [GPX.Point] = []
    let bytes = Array(
      "<gpx><trk><trkseg>\(points)<trkpt lat='2' lon='3'/></trkseg></trk></gpx>".utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      read += stream.push(bytes[start..<min(start + size, bytes.count)].span.bytes)
    }
    read += stream.finish()
    #expect(read.map(\.latitude) == [2] && read[0].beginsSegment && read[0].elevation == nil)
    #expect(stream.problem == nil && stream.takePlacelessCount() == 5)
    #expect(stream.takePlacelessCount() == 0)
  }

  @Test func keepsTheLineAndTheEncoding() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n<gpx>\n<trk><name>".utf8) + [0xE9]
      + Array("</name>\n<trkpt lat='1' lon='1'/>\n</gpx>".utf8)
    var stream = GPXStream()
    let points = bytes.flatMap { stream.push([$0].span.bytes) } + stream.finish()
    #expect(points.count == 1)
    #expect(stream.problem?.description.contains("line 5") == true)
  }

  @Test(arguments: [1, 10_000])
  func hasWhatComesBeforeDamage(size: Int) {
    let cut = Self.track.replacing("<x:trkpt", with: "<x:trkpt lat='1'")
    let (points, problem) = points(cut, inPiecesOf: size)
    #expect(points.map(\.latitude) == [1, 5])
    #expect(problem?.description.contains("comes twice") == true)
  }

  @Test(
    arguments: [
      ("waypoints", "", "<wpt lat='1' lon='1'><desc>\(pad)</desc></wpt>"),
      ("routes", "<rte>", "<rtept lat='1' lon='1'><name>\(pad)</name></rtept>"),
      ("text in pieces", "<trk><trkseg><trkpt lat='1' lon='1'><desc>", "\(pad)<!---->"),
    ] as [(name: String, start: String, repeated: String)])
  func boundsWhatComesBeforeATrack(name: String, start: String, repeated: String) {
    var stream = GPXStream(mostKept: Self.mostKept)
    _ = stream.push(Array("<gpx>\(start)".utf8).span.bytes)
    for _ in 0..<80 { _ = stream.push(Array(repeated.utf8).span.bytes) }
    #expect(stream.problem?.description.contains("more than 1 MB") == true)
  }

  @Test func needsNoWaypointsBesideATrack() {
    var stream = GPXStream(mostKept: Self.mostKept)
    let start = "<gpx><trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>"
    var points = stream.push(Array(start.utf8).span.bytes)
    let waypoint = Array("<wpt lat='3' lon='4'><desc>\(Self.pad)</desc></wpt>".utf8)
    for _ in 0..<80 { points += stream.push(waypoint.span.bytes) }
    points += stream.push(Array("</gpx>".utf8).span.bytes)
    #expect((points + stream.finish()).map(\.latitude) == [1])
    #expect(stream.problem == nil)
  }

  /// 80 times this is more than is kept.
  private static let pad = String(repeating: "a", count: 20_000)
  private static let mostKept = 1 << 20

  @Test func refusesATagWithoutEnd() {
    var stream = GPXStream()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
    _ = stream.push(Array("<gpx><trk a='".utf8).span.bytes)
    for _ in 0..<20 { _ = stream.push(piece.span.bytes) }
    #expect(stream.problem != nil)
  }
}
