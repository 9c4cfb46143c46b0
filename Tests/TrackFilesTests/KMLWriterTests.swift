// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import Testing

@testable import TrackFiles

@Suite struct KMLWriterTests {
  /// All times, then all coordinates, then each column.
  @Test func listsTimesThenCoordinatesThenColumns() throws {
    var second = WrittenTrack.fix(1, 47, 9)
    second.altitude = -3.5
    let text = WrittenTrack.text(KMLWriter(name: "a"), [[WrittenTrack.everything, second]])
    let start = try #require(text.range(of: "<gx:Track>")?.lowerBound)
    let end = try #require(text.range(of: "<ExtendedData>")?.lowerBound)
    #expect(
      text[start..<end] == """
        <gx:Track>
        <altitudeMode>absolute</altitudeMode>
        <when>2025-06-15T12:00:00.250Z</when>
        <when>2025-06-15T12:00:01.000Z</when>
        <gx:coord>9.6833 47.5437 396</gx:coord>
        <gx:coord>9 47 -3.5</gx:coord>

        """)
    #expect(
      text.contains(
        """
        <gx:SimpleArrayData name="satellites">
        <gx:value>8</gx:value>
        <gx:value></gx:value>
        </gx:SimpleArrayData>
        """))
    #expect(text.contains("<gx:interpolate>0</gx:interpolate>"))
  }

  @Test func writesALeapSecondAsXMLAllowsIt() {
    let text = WrittenTrack.text(KMLWriter(name: "a"), [[WrittenTrack.leapSecond]])
    #expect(text.contains("<when>2017-01-01T00:00:00.500Z</when>"))
  }

  @Test func aTrackIsOnTheGroundWhereNoAltitudeIsKnown() {
    let (known, unknown) = (WrittenTrack.everything, WrittenTrack.fix(1, 47, 9))
    let text = WrittenTrack.text(KMLWriter(name: "a"), [[known, unknown, unknown]])
    #expect(text.components(separatedBy: "<gx:Track>").count == 3)
    #expect(text.contains("<altitudeMode>clampToGround</altitudeMode>"))
    #expect(text.contains("<gx:coord>9 47</gx:coord>"))
  }

  @Test func leavesOutAFixWithoutADate() {
    var undated = WrittenTrack.fix(1, 47, 9)
    undated.time?.date = nil
    let text = WrittenTrack.text(KMLWriter(name: "a"), [[WrittenTrack.everything, undated]])
    #expect(text.components(separatedBy: "<when>").count == 2)
  }
}
