// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import TestSupport
import Testing

@Suite(
  .enabled(
    if: ReceiverLogs.isThere,
    "no recordings in ../shared/receiver-logs; RECEIVER_LOGS names another directory"))
struct ReceiverLogTests {
  private static func events(_ bytes: [UInt8], inPiecesOf length: Int) -> [ReceiverReport] {
    var pipeline = FixPipeline(undatedFixesHeld: 10)
    var events: [ReceiverReport] = []
    for start in stride(from: 0, to: bytes.count, by: length) {
      let piece = bytes.span.bytes.extracting(start..<min(start + length, bytes.count))
      pipeline.push(piece) { events.append($0) }
    }
    pipeline.finish { events.append($0) }
    return events
  }

  @Test func thereAreRecordings() {
    #expect(!ReceiverLogs.all.isEmpty)
  }

  @Test(arguments: ReceiverLogs.groups)
  func makeSenseAndSayTheSameHoweverTheyAreCut(group: String) throws {
    for name in ReceiverLogs.all where ReceiverLogs.group(of: name) == group {
      let bytes = try ReceiverLogs.bytes(name)
      let events = Self.events(bytes, inPiecesOf: 4096)
      // Longer ones repeat themselves.
      let start = Array(bytes.prefix(20_000))
      #expect(
        Self.events(start, inPiecesOf: 1) == Self.events(start, inPiecesOf: 4096),
        "\(name) byte by byte")
      #expect(Self.events(bytes, inPiecesOf: 7) == events, "\(name) in pieces of 7")
      for fix in events.fixes { #expect(Self.makesSense(fix), "\(name): \(fix)") }
      // Some are called negative because their sentences have no fix, but their frames of UBX or CASIC do.
      let hasFrames = zip(bytes, bytes.dropFirst()).contains {
        $0 == (0xB5, 0x62) || $0 == (0xBA, 0xCE)
      }
      if group.hasPrefix("negative"), !hasFrames {
        #expect(events.fixes.isEmpty, "\(name): \(events.fixes.count) fixes")
      }
    }
  }

  private static func makesSense(_ fix: Fix) -> Bool {
    abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180
      && fix.course.map { (0..<360).contains($0) } ?? true
      && fix.speed.map { $0 >= 0 } ?? true
      && fix.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
      && fix.verticalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
  }
}
