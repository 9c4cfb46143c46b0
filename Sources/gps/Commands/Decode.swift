// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import NMEA0183

struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Print each sentence and frame of recordings as JSON.",
    discussion: """
      Empty fields are left out. Units of sentences are those of the sentence; of frames, meters, seconds and degrees.

      gps decode drive.nmea.gz | grep RMC
      """)

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
      var frames = FrameCounter()
      var count = 0
      func decode(_ reader: inout LineReader, _ part: LineReader.Part) throws {
        if case .frame(let frame) = part, !frame.isRead { return frames.count(frame) }
        guard let line = try messageLine(part, &reader.sentences) else { return }
        count += 1
        try output.line { $0.append(contentsOf: line) }
      }
      let unreadable = try read(file) { bytes in
        try reader.read(bytes, decode)
      }
      while let part = reader.nextAtEnd() { try decode(&reader, part) }
      try output.flush()
      guard count > 0 else {
        throw unreadable
          ?? Failure(
            noSentenceIn: file, doing: "decode", dropped: reader.defects, binary: frames.names)
      }
      if !reader.defects.isEmpty {
        try output.complain("\(file.fileName): \(reader.defects.summary)")
      }
      if let unreadable { throw unreadable }
    }
  }
}

/// Returns the output of `gps decode` for a sentence or a frame, a JSON object; `nil` for a sentence that cannot be read.
///
/// Its name comes first, then the fields of its message by name. A sentence unknown to this package is given with the
/// fields of its text, as they were sent, and an unknown frame with the length of its payload.
func messageLine(_ part: LineReader.Part, _ reader: inout MessageReader) throws -> [UInt8]? {
  var line: [UInt8]
  let fields: any Encodable
  switch part {
  case .frame(let frame):
    line = Array("{\"frame\":\"\(frame.name)\"".utf8)
    let other: JSONMembers = [
      "other": true, "length": frame.ubx?.payload.count ?? frame.bytes.count,
    ]
    fields = frame.message ?? other
  case .sentence(let sentence):
    guard let message = reader.message(of: sentence) else { return nil }
    let address: SentenceAddress? = if case .other(let address) = message { address } else { nil }
    let content = message.content
    let name = content?.kind ?? address?.formatter?.description ?? address?.description ?? ""
    line = Array("{\"sentence\":\"\(name)\"".utf8)
    if let block = reader.tagBlock(of: sentence) {
      let seconds = block.millisecondsSince1970.map { Double($0) / 1000 }
      let members: JSONMembers = ["source": block.source, "time": seconds]
      line += Array(",\"tagBlock\":".utf8) + (try JSONLine.encode(members))
    }
    if let content {
      fields = content.fields
    } else if let address,
      let message = ReceiverProtocols.message(
        address, fields: reader.text(ofFieldsIn: sentence))
    {
      fields = message
    } else {
      // A text like `$GPXDR,C,19.5*hh`.
      let words = reader.text(of: sentence).prefix { $0 != "*" }
        .split(separator: ",", omittingEmptySubsequences: false).dropFirst().map(String.init)
      fields = ["other": true, "talker": address?.talker, "fields": words] as JSONMembers
    }
  }
  let members = try JSONLine.encode(fields)
  if members.count > 2 { line.append(UInt8(ascii: ",")) }
  return line + members.dropFirst()
}
