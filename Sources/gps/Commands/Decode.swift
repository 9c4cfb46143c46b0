// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183

/// `gps decode`: every sentence as JSON.
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print every sentence of recorded receiver logs as a JSON object.",
    discussion: "Fields that are empty are left out. Units are those of the sentence.")

  @OptionGroup var recordings: RecordingOptions

  func run() throws {
    let checksums = recordings.checksums
    try forEach(recordings.files) { file, output in
      var framer = SentenceFramer(checksums: checksums)
      var count = 0
      let unreadable = try read(file, showsProgress: output.isAlone) { bytes in
        try framer.forEachSentence(in: bytes) { framer, sentence in
          guard let message = framer.message(of: sentence) else { return }
          count += 1
          let line = try MessageLine.json(
            message, text: framer.text(of: sentence), tagBlock: framer.tagBlock(of: sentence))
          try output.line { $0.append(contentsOf: line) }
        }
      }
      framer.finish()
      try output.flush()
      guard count > 0 else {
        throw unreadable
          ?? Failure(noSentenceIn: file, doing: "decode", dropped: framer.defects)
      }
      if !framer.defects.isEmpty {
        try output.complain("\(file.fileName): \(framer.defects.summary)")
      }
      if let unreadable { throw unreadable }
    }
  }
}
