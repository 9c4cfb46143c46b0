// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import TrackFiles

@Suite struct NMEAWriterTests {
  private func lines(_ segments: [Fix]...) -> [String] {
    WrittenTrack.text(NMEAWriter(), segments).split(separator: "\r\n").map {
      String($0.dropLast(3))
    }
  }

  /// 15 June 2025, 12:00:00.25 UTC.
  private var fix: Fix { WrittenTrack.fix(0.25, 47.5437, -9.5) }

  @Test func leavesEmptyWhatIsNotKnown() {
    #expect(
      lines([fix]) == [
        "$GNGGA,120000.25,4732.62200,N,00930.00000,W,1,,,,M,,M,,",
        "$GNRMC,120000.25,A,4732.62200,N,00930.00000,W,,,150625,,,A",
      ])
  }

  @Test func saysWhatIsKnown() {
    var known = fix
    known.quality = .rtkFixed
    known.mode = .threeDimensional
    known.altitude = 396.25
    known.geoidSeparation = 47
    known.speed = 1852.0 / 3600
    known.course = 359.999
    known.satellitesUsed = 8
    known.dilutionOfPrecision.horizontal = 1
    known.dilutionOfPrecision.position = 1.9
    known.differentialAge = 1.5
    known.differentialStation = 120
    #expect(
      lines([known]) == [
        "$GNGGA,120000.25,4732.62200,N,00930.00000,W,4,08,1,396.25,M,47,M,1.5,0120",
        "$GNRMC,120000.25,A,4732.62200,N,00930.00000,W,1,0,150625,,,R",
        "$GNGSA,A,3,,,,,,,,,,,,,1.9,1,",
      ])
  }

  /// The sentences after a lost position end the previous fix.
  @Test func aLossIsHeardBetweenSegments() {
    let text = WrittenTrack.text(NMEAWriter(), [[fix], [WrittenTrack.fix(10, 47, 9)]])
    var pipeline = FixPipeline()
    var reports: [ReceiverReport] = []
    pipeline.push(Array(text.utf8).span.bytes) { reports.append($0) }
    pipeline.finish { reports.append($0) }
    let kinds = reports.compactMap { report in
      switch report {
      case .fix: "fix"
      case .fixLost: "loss"
      default: nil as String?
      }
    }
    #expect(kinds == ["fix", "loss", "fix"])
  }

  @Test func leavesOutWhatHasNoDate() {
    var undated = fix
    undated.time = nil
    #expect(lines([undated]) == [])
  }
}
