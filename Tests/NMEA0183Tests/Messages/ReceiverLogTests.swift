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
  /// The directories of recordings, few enough to be listed one by one.
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
      let decoded = DecodedInput(bytes, pieceLength: 1024)
      #expect(DecodedInput(bytes, pieceLength: 1) == decoded, "\(name) byte by byte")

      for sentence in decoded.sentences {
        guard let message = sentence.message, let written = encoder.sentence(for: message) else {
          continue
        }
        let again = DecodedInput(written)
        #expect(again.messages == [message], "\(name): \(sentence.text)")
        #expect(again.defects.isEmpty, "\(name): \(written)")
      }
    }
  }
}
