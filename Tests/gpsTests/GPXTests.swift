// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GPSTool
import Glibc
import ReceiverRecording
import TestSupport
import Testing
import TrackFiles

@testable import gps

@Suite struct GPXTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func read(_ content: String) throws -> [GPX.Point] { try read(Data(content.utf8)) }

  private func read(_ content: Data) throws -> [GPX.Point] {
    try GPX(path: try scratch.file("track.gpx", content)).points
  }

  private func gpx(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="hand" xmlns="http://www.topografix.com/GPX/1/1">\(content)</gpx>
    """
  }

  @Test func readsATrack() throws {
    let points = try read(
      gpx(
        """
        <metadata><time>2001-01-01T00:00:00Z</time></metadata>
        <trk><name>Walk</name><trkseg>
          <trkpt lat="-33.8597" lon="151.2129"><ele>4.5</ele><time>2025-06-15T06:30:00Z</time></trkpt>
          <trkpt lat="-33.8590" lon="151.2131"/>
        </trkseg><trkseg>
          <trkpt lat="-33.8580" lon="151.2140"><ele> 5 </ele><ele/></trkpt>
        </trkseg></trk>
        """))
    #expect(points.map(\.latitude) == [-33.8597, -33.8590, -33.8580])
    #expect(points.map(\.longitude) == [151.2129, 151.2131, 151.2140])
    #expect(points[0].elevation == 4.5)
    #expect(points[0].time == UTCDateTime("2025-06-15T06:30:00Z"))
    #expect(points[1].elevation == nil && points[1].time == nil)
  }

  @Test(
    arguments: [
      ("a route", "<wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/></rte>", 2),
      ("waypoints", "<wpt lat='1' lon='1'/><wpt lat='3' lon='3'/>", 1),
      (
        "a track before all",
        "<wpt lat='1' lon='1'/><rte><rtept lat='2' lon='2'/></rte>"
          + "<trk><trkseg><trkpt lat='3' lon='3'/></trkseg></trk>", 3
      ),
    ] as [(String, String, Double)])
  func usesTheBestPoints(name: String, content: String, first: Double) throws {
    #expect(try read(gpx(content)).first?.latitude == first)
  }

  @Test func refusesBytesThatAreNoUTF8() throws {
    let content =
      Data(#"<gpx><wpt lat="1" lon="2"><a b="x"#.utf8) + [0xCB] + Data(#""/></wpt></gpx>"#.utf8)
    let error = #expect(throws: Failure.self) { try read(content) }
    #expect(error?.description.hasSuffix("it is not UTF-8; save it in UTF-8") == true)
    let latin = Data(#"<?xml version="1.0" encoding="ISO-8859-1"?>"#.utf8) + content
    #expect(try read(latin).count == 1)
  }

  @Test func readsInstructionsWithAndWithoutContent() throws {
    #expect(try read(gpx("<?this?><?this that?><wpt lat='1' lon='2'/>")).count == 1)
  }

  @Test(
    arguments: [
      ("extensions", "<extensions><ele>7</ele><time>2025-01-01T00:00:00Z</time></extensions>"),
      ("elements in extensions", "<extensions><a><ele>7</ele></a></extensions>"),
      ("a point in extensions", "<extensions><trkpt lat='91' lon='0'/></extensions>"),
      ("elements of its elements", "<link href='x'><time>2025-01-01T00:00:00Z</time></link>"),
    ])
  func skipsElementsOtherThanPoints(name: String, content: String) throws {
    let points = try read(
      gpx("<trk><trkseg><trkpt lat='1' lon='2'>\(content)<ele>3</ele></trkpt></trkseg></trk>"))
    #expect(points.map(\.elevation) == [3])
    #expect(points.first?.time == nil)
  }

  @Test(
    arguments: [
      ("UTC", "2025-06-15T06:30:00Z", 6.5),
      ("an offset", "2025-06-15T08:30:00+02:00", 6.5),
      ("none, which is UTC to GPX", "2025-06-15T06:30:00", 6.5),
      ("a fraction and none", "\n 2025-06-15T06:30:00.000 ", 6.5),
    ])
  func readsTimes(name: String, text: String, hours: Double) throws {
    let points = try read(gpx("<wpt lat='1' lon='2'><time>\(text)</time></wpt>"))
    let midnight = try #require(UTCDateTime("2025-06-15T00:00:00Z"))
    #expect(points.first?.time?.seconds == midnight.seconds + hours * 3600)
  }

  @Test func reportsAnUnreadableTime() throws {
    let content = "<wpt lat='1' lon='2'>\n<time>yesterday</time></wpt>"
    let unreadable = try GPX(path: try scratch.file("track.gpx", gpx(content))).unreadableTime
    #expect(unreadable?.text == "yesterday" && unreadable?.line == 3)
  }

  /// Ten megabytes were too much for the parser that was used before.
  @Test func readsALargeFile() throws {
    let name = String(repeating: "x", count: 11_000_000)
    let points = try read(gpx("<trk><name>\(name)</name></trk><wpt lat='1' lon='2'/>"))
    #expect(points.count == 1)
  }

  /// Entities that refer to each other can grow without limit, and others refer to files.
  @Test func refusesDocumentTypes() throws {
    let content =
      "<!DOCTYPE gpx [<!ENTITY % p SYSTEM 'file:///etc/hostname'>%p;]><gpx><wpt lat='1' lon='2'/></gpx>"
    let error = #expect(throws: Failure.self) { try read(content) }
    #expect(error?.exitCode == EX_DATAERR)
    #expect(error?.description.contains("line 1 has a document type") == true)
  }

  @Test(
    arguments: [
      (
        "a comment is believed nothing about the encoding",
        Data(#"<!-- encoding="iso-8859-1" --><gpx a="x"#.utf8) + [0xCB] + Data(#""/>"#.utf8),
        "it is not UTF-8; save it in UTF-8"
      ),
      ("UTF-16 with its mark", [0xFF, 0xFE] + utf16("<gpx/>"), "it is not UTF-8"),
      ("UTF-16 without", utf16("<?x?><gpx/>"), "it is not UTF-8"),
      (
        "UTF-7", Data(#"<?xml version="1.0" encoding="UTF-7"?>+ADw-?x?+AD4-<gpx/>"#.utf8),
        "its encoding UTF-7 is not known here; save it in UTF-8"
      ),
      (
        "a name in no quotes", Data("<?xml version='1.0' encoding=UTF-7?><gpx/>".utf8),
        "a value is not in quotes"
      ),
      (
        "a mark before all",
        [0xEF, 0xBB, 0xBF] + Data(#"<?xml version="1.0" encoding = 'UTF-7'?><gpx/>"#.utf8),
        "its encoding UTF-7 is not known here"
      ),
    ])
  func refusesWhatIsNotUTF8(why: String, content: Data, reason: String) {
    let error = #expect(throws: Failure.self, "\(why)") { try read(content) }
    #expect(error?.description.contains(reason) == true, "\(why)")
  }

  private static func utf16(_ text: String) -> Data {
    Data(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }

  @Test func readsPrefixedNames() throws {
    let points = try read(
      """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="1" lon="2"><g:ele>3</g:ele></g:wpt></g:gpx>
      """)
    #expect(points.first?.elevation == 3)
  }

  @Test(
    arguments: [
      ("no XML", "$GPGGA,120000", "is not XML"),
      ("nothing", "", "is not XML"),
      ("cut off", "<gpx><trk><trkseg><trkpt lat='1' lon='1'>", "is not XML"),
      ("a document type", "<!DOCTYPE gpx [<!ENTITY a 'b'>]><gpx/>", "has a document type"),
      ("UTF-16", "\u{0}<\u{0}g", "is not UTF-8"),
      ("no points", "<gpx></gpx>", "nowhere to go"),
      ("beyond the pole", "<gpx><wpt lat='90.1' lon='1'/></gpx>", "not a place on Earth"),
      ("beyond the antimeridian", "<gpx><wpt lat='1' lon='-181'/></gpx>", "not a place on Earth"),
      ("no longitude", "<gpx><wpt lat='1'/></gpx>", "not a place on Earth"),
      ("no number", "<gpx><wpt lat='nan' lon='1'/></gpx>", "not a place on Earth"),
    ])
  func saysWhatIsWrong(name: String, content: String, reason: String) throws {
    let failure = #expect(throws: Failure.self) { try read(content) }
    #expect(failure?.exitCode == EX_DATAERR)
    #expect(failure?.description.contains(reason) == true)
    #expect(failure?.description.contains("\n") == false)
  }

  /// Either all points are places on Earth, or the file is refused.
  @Test(arguments: try HostileFile.all("gpx"))
  func survivesHostileFiles(file: HostileFile) { check(Data(file.bytes), file.name) }

  @Test func survivesDamage() throws {
    var random = SeededGenerator(seed: 5)
    let whole = Array(
      gpx("<trk><trkseg><trkpt lat='1' lon='2'><ele>&#51;</ele></trkpt></trkseg></trk>").utf8)
    let accepted = (0..<1500).count { check(Data(random.damaged(whole)), "damage \($0)") }
    // Some of the damaged files are still accepted, and more than a hundred are refused.
    #expect((1..<1400).contains(accepted))
  }

  @discardableResult
  private func check(_ content: Data, _ why: String) -> Bool {
    do {
      let points = try read(content)
      #expect(points.allSatisfy { $0.latitude.magnitude <= 90 && $0.longitude.magnitude <= 180 })
      return true
    } catch {
      #expect(error is Failure, "\(why)")
      return false
    }
  }

  @Test func saysWhenThereIsNoFile() {
    let failure = #expect(throws: RecordingError.self) { try GPX(path: "/nonexistent/walk.gpx") }
    #expect(failure?.exitCode == EX_NOINPUT)
  }
}
