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
  func saysTheSameHoweverTheyAreCut(group: String) throws {
    for name in ReceiverLogs.all where ReceiverLogs.group(of: name) == group {
      let bytes = try ReceiverLogs.bytes(name)
      let events = Self.events(bytes, inPiecesOf: 4096)
      #expect(Self.events(bytes, inPiecesOf: 1) == events, "\(name) byte by byte")
      #expect(Self.events(bytes, inPiecesOf: 7) == events, "\(name) in pieces of 7")
    }
  }

  /// Some are called that because their sentences have none, but their frames of UBX do.
  @Test func noFixComesFromARecordingWithoutOne() throws {
    for name in ReceiverLogs.all where name.hasPrefix("negative/") {
      let bytes = try ReceiverLogs.bytes(name)
      if zip(bytes, bytes.dropFirst()).contains(where: { $0 == (0xB5, 0x62) }) { continue }
      let fixes = Self.events(bytes, inPiecesOf: 4096).fixes
      #expect(fixes.isEmpty, "\(name): \(fixes.count) fixes")
    }
  }

  @Test func everyFixMakesSense() throws {
    for name in ReceiverLogs.all {
      for fix in Self.events(try ReceiverLogs.bytes(name), inPiecesOf: 4096).fixes {
        let isSound =
          abs(fix.latitude) <= 90 && abs(fix.longitude) <= 180
          && fix.course.map { (0..<360).contains($0) } ?? true
          && fix.speed.map { $0 >= 0 } ?? true
          && fix.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
          && fix.verticalAccuracy.map { $0 > 0 && $0.isFinite } ?? true
        #expect(isSound, "\(name): \(fix)")
      }
    }
  }
}
