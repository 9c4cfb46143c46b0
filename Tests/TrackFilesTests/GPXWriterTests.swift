// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import NMEA0183
import Testing

@testable import TrackFiles

@Suite struct GPXWriterTests {
  /// The line of a fix, derived by hand from the order in the schema.
  @Test func writesElementsInTheOrderOfTheSchema() {
    let text = WrittenTrack.text(GPXWriter(name: "a"), [[WrittenTrack.everything]])
    let line = text.split(separator: "\n").first { $0.hasPrefix("<trkpt") }
    #expect(
      line == """
        <trkpt lat="47.5437" lon="9.6833"><ele>396</ele><time>2025-06-15T12:00:00.250Z</time>\
        <geoidheight>47</geoidheight><fix>dgps</fix><sat>8</sat><hdop>1</hdop><vdop>1.6</vdop>\
        <pdop>1.9</pdop><ageofdgpsdata>3.5</ageofdgpsdata><dgpsid>120</dgpsid>\
        <extensions><tpx:TrackPointExtension><tpx:speed>1.0289</tpx:speed>\
        <tpx:course>0</tpx:course></tpx:TrackPointExtension></extensions></trkpt>
        """)
  }

  @Test func writesALeapSecondAsXMLAllowsIt() {
    let text = WrittenTrack.text(GPXWriter(name: "a"), [[WrittenTrack.leapSecond]])
    #expect(text.contains("<time>2017-01-01T00:00:00.500Z</time>"))
  }

  @Test func leavesOutWhatIsNotKnown() {
    var fix = WrittenTrack.fix(0, 1, 2)
    fix.time?.date = nil
    let text = WrittenTrack.text(GPXWriter(name: "a"), [[fix]])
    #expect(text.contains("\n<trkpt lat=\"1\" lon=\"2\"></trkpt>\n"))
  }

  @Test(
    arguments: [
      ("RTK is differential", FixQuality.rtkFloat, FixMode.threeDimensional, "dgps"),
      ("of the military", .precise, nil, "pps"),
      ("dead reckoning", .estimated, nil, "none"),
      ("alone, in two dimensions", .autonomous, .twoDimensional, "2d"),
      ("nothing that GPX has a word for", .manual, nil, nil),
    ] as [(String, FixQuality?, FixMode?, String?)])
  func hasAWordForEachKindOfFix(
    why: String, quality: FixQuality?, mode: FixMode?, word: String?
  ) {
    var fix = WrittenTrack.fix(0, 1, 2)
    (fix.quality, fix.mode) = (quality, mode)
    let text = WrittenTrack.text(GPXWriter(name: "a"), [[fix]])
    #expect(text.contains("<fix>") == (word != nil))
    if let word { #expect(text.contains("<fix>\(word)</fix>"), "\(why)") }
  }

  @Test(arguments: [(180.0, "-180"), (179.999_999_999_9, "-180"), (-180, "-180"), (179.5, "179.5")])
  func knowsNoLongitudeOf180(longitude: Double, text: String) {
    let track = WrittenTrack.text(GPXWriter(name: "a"), [[WrittenTrack.fix(0, 0, longitude)]])
    #expect(track.contains("lon=\"\(text)\""))
  }

  @Test func separatesSegments() {
    let (one, two) = (WrittenTrack.fix(0, 1, 2), WrittenTrack.fix(1, 1, 2))
    let text = WrittenTrack.text(GPXWriter(name: "a"), [[one, two], [one]])
    let counts = text.components(separatedBy: "<trkseg>").map { segment in
      segment.components(separatedBy: "<trkpt").count - 1
    }
    #expect(counts == [0, 2, 1])
  }

  @Test func escapesTheName() {
    let text = WrittenTrack.text(
      GPXWriter(name: "a<b>&\"\u{1B}"), [[WrittenTrack.fix(0, 1, 2)]])
    #expect(text.contains("<name>a&lt;b&gt;&amp;&quot;\u{FFFD}</name>"))
  }

  @Test func writesNothingOfNothing() {
    #expect(WrittenTrack.text(GPXWriter(name: "a"), []).isEmpty)
  }
}
