// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183

/// `gps decode`: prints every sentence as JSON.
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print every sentence of recorded receiver logs as a JSON object.",
    discussion: "Empty fields are left out. Units are those of the sentence.")

  @OptionGroup var recordings: RecordingOptions
  @OptionGroup var output: FormatOptions

  func run() throws {
    if try output.chosen(orElse: .json) == .text {
      throw Failure.usage("--format text", "--format json: there is no text for every sentence")
    }
    let checksums = recordings.checksums
    try forEachLog(recordings.files) { file, output in
      var reader = MessageReader(checksums: checksums)
      var count = 0
      let unreadable = try read(file) { bytes in
        try reader.forEachSentence(in: bytes) { reader, sentence in
          guard let message = reader.message(of: sentence) else { return }
          count += 1
          let line = try MessageLine.json(
            message, text: reader.text(of: sentence), tagBlock: reader.tagBlock(of: sentence))
          try output.line { $0.append(contentsOf: line) }
        }
      }
      reader.finish()
      try output.flush()
      guard count > 0 else {
        throw unreadable
          ?? Failure(noSentenceIn: file, doing: "decode", dropped: reader.defects)
      }
      if !reader.defects.isEmpty {
        try output.complain("\(file.fileName): \(reader.defects.summary)")
      }
      if let unreadable { throw unreadable }
    }
  }
}

extension MessageReader {
  /// Processes bytes, and passes on the sentences that they complete.
  fileprivate mutating func forEachSentence(
    in bytes: RawSpan, _ body: (inout MessageReader, Sentence) throws -> Void
  ) rethrows {
    var offset = 0
    while offset < bytes.byteCount {
      offset += push(bytes.extracting(offset..<bytes.byteCount))
      while let sentence = nextSentence() { try body(&self, sentence) }
    }
  }
}
