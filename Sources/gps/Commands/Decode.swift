// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import NMEA0183

/// `gps decode`: every sentence as JSON.
struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print every sentence of recorded receiver logs as a JSON object.",
    discussion: """
      Fields that are empty are left out. Units are those of the sentence. "-" is standard input.
      """)

  @Argument(help: "Recordings of what a receiver sent.")
  var files: [String]

  @Flag(name: .customLong("allow-missing-checksums"), help: "Accept sentences without a checksum.")
  var allowMissingChecksums = false

  func run() throws {
    var output = StandardOutput()
    try forEach(files, flushing: &output) { file, output in
      var framer = SentenceFramer(checksums: allowMissingChecksums ? .optional : .required)
      var count = 0
      try read(file) { bytes in
        try framer.forEachSentence(in: bytes) { framer, sentence in
          count += 1
          try print(sentence, of: &framer, to: &output)
        }
      }
      framer.finish()
      try output.flush()
      guard count > 0 else {
        throw Failure(noSentenceIn: file, doing: "decode", dropped: framer.defects)
      }
      if !framer.defects.isEmpty { complain("\(file.fileName): \(framer.defects.summary)") }
    }
  }

  private func print(
    _ sentence: Sentence, of framer: inout SentenceFramer, to output: inout StandardOutput
  ) throws {
    guard let message = framer.message(of: sentence) else { return }
    var fields: [String] = []
    if case .other = message {
      var cursor = framer.fields(of: sentence)
      while cursor.hasMore { fields.append(cursor.text() ?? "") }
    }
    let line = MessageLine(
      message: message, fields: fields, tagBlock: framer.tagBlock(of: sentence))
    let json = try line.json
    try output.line { $0.append(contentsOf: json) }
  }
}
