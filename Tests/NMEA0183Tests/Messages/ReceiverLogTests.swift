// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import TestSupport
import Testing

@Suite(
  .enabled(
    if: ReceiverLogs.isThere,
    "no recordings in ../shared/receiver-logs; RECEIVER_LOGS names another directory"))
struct ReceiverLogTests {
  /// Directories of recordings, few enough to be listed one by one.
  static let groups = Set(ReceiverLogs.all.map { ($0 as NSString).deletingLastPathComponent })
    .sorted()

  @Test func thereAreRecordings() {
    #expect(!ReceiverLogs.all.isEmpty)
  }

  @Test(arguments: groups)
  func readTheSameHoweverTheyAreCutAndSurviveWriting(group: String) throws {
    let encoder = SentenceEncoder()
    for name in ReceiverLogs.all where (name as NSString).deletingLastPathComponent == group {
      let bytes = [UInt8](try Data(contentsOf: ReceiverLogs.directory.appending(path: name)))
      let reading = Reading(bytes, pieceLength: 1024)
      #expect(Reading(bytes, pieceLength: 1) == reading, "\(name) byte by byte")

      for line in reading.lines {
        guard let message = line.message, let written = encoder.sentence(for: message) else {
          continue
        }
        let again = Reading(written)
        #expect(again.messages == [message], "\(name): \(line.text)")
        #expect(again.defects.isEmpty, "\(name): \(written)")
      }
    }
  }
}
