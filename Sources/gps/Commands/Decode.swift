// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import NMEA0183

struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print every sentence and UBX frame of recorded receiver logs as a JSON object.",
    discussion:
      "Empty fields are left out. Units of sentences are those of the sentence; of frames, meters, seconds and degrees."
  )

  @OptionGroup var recordings: RecordingOptions
  // Accepted as everywhere, and not listed, since there is no text.
  @OptionGroup(visibility: .hidden) var output: FixFormatOptions

  func run() throws {
    if try output.chosen(orElse: .json) == .text {
      throw Failure.usage("--format text", "--format json: there is no text for every sentence")
    }
    let checksums = recordings.checksums
    try forEachLog(recordings.files()) { file, output in
      var reader = LineReader(checksums: checksums)
      var count = 0
      func decode(_ reader: inout LineReader, _ part: LineReader.Part) throws {
        guard let line = try messageLine(part, &reader.sentences) else { return }
        count += 1
        try output.line { $0.append(contentsOf: line) }
      }
      let unreadable = try read(file) { bytes in try reader.read(bytes, decode) }
      while let part = reader.nextAtEnd() { try decode(&reader, part) }
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
