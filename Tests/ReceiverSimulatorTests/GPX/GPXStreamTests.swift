// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverSimulator

@Suite struct GPXStreamTests {
  private func points(_ text: String, inPiecesOf size: Int) throws -> [GPX.Point] {
    var stream = GPXStream()
    var points: [GPX.Point] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      points += try stream.push(bytes[start..<min(start + size, bytes.count)].span.bytes)
    }
    return points + (try stream.finish())
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
    #expect(try points(Self.track, inPiecesOf: size) == whole.points)
  }

  @Test(arguments: [1, 10_000])
  func hasRoutesOrWaypointsWithoutATrack(size: Int) throws {
    let text = "<gpx><wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/></rte></gpx>"
    #expect(try points(text, inPiecesOf: size).map(\.latitude) == [2])
    #expect(
      try points("<gpx><wpt lat='1' lon='1'/></gpx>", inPiecesOf: size).map(\.latitude) == [1])
  }

  @Test(
    arguments: [
      "", "<", "<gpx>", "<gpx><trk></gpx>", "<a/><b/>", "<gpx><trkpt lat='99' lon='1'/></gpx>",
    ])
  func refusesWhatTheWholeFileRefuses(text: String) {
    #expect(throws: GPXProblem.self) { _ = try points(text, inPiecesOf: 1) }
  }

  @Test func keepsTheLineAndTheEncoding() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?>\n<gpx>\n<trk><name>".utf8) + [0xE9]
      + Array("</name>\n<trkpt lat='1' lon='1'/>\n<trkpt lat='99' lon='1'/></trk></gpx>".utf8)
    var stream = GPXStream()
    let problem = #expect(throws: GPXProblem.self) {
      for byte in bytes { _ = try stream.push([byte].span.bytes) }
      _ = try stream.finish()
    }
    #expect(problem?.description.contains("line 5") == true)
  }

  @Test func refusesATagWithoutEnd() {
    var stream = GPXStream()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
    #expect(throws: GPXProblem.self) {
      _ = try stream.push(Array("<gpx><trk a='".utf8).span.bytes)
      for _ in 0..<20 { _ = try stream.push(piece.span.bytes) }
    }
  }
}
