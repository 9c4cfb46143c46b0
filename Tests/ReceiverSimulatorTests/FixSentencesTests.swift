// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct FixSentencesTests {
  private func text(_ fix: Fix) -> [String] {
    var bytes: [UInt8] = []
    FixSentences().append(fix, to: &bytes)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map {
      String($0.dropLast(3))
    }
  }

  /// 15 June 2025, 12:00:00.25 UTC.
  private var fix: Fix {
    Fix(
      time: FixTime(nanosecondsSince1970: 1_749_988_800_250_000_000), latitude: 47.5437,
      longitude: -9.5)
  }

  @Test func leavesEmptyWhatIsNotKnown() {
    #expect(
      text(fix) == [
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
      text(known) == [
        "$GNGGA,120000.25,4732.62200,N,00930.00000,W,4,08,1,396.25,M,47,M,1.5,0120",
        "$GNRMC,120000.25,A,4732.62200,N,00930.00000,W,1,0,150625,,,R",
        "$GNGSA,A,3,,,,,,,,,,,,,1.9,1,",
      ])
  }

  /// The sentences after a lost position end the previous fix.
  @Test func aLossIsHeard() {
    var bytes: [UInt8] = []
    let sentences = FixSentences()
    sentences.append(fix, to: &bytes)
    sentences.appendLoss(to: &bytes)
    var pipeline = FixPipeline()
    var events: [ReceiverReport] = []
    pipeline.push(bytes.span.bytes) { events.append($0) }
    pipeline.finish { events.append($0) }
    #expect(events.contains { if case .fixLost = $0 { true } else { false } })
  }
}
