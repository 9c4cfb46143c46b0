// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import ReceiverRecording
import RecordingWriter

private struct DecodedInput: Equatable {
  var texts: [String] = []
  var messages: [Message?] = []
  var tags: [TagBlock?] = []
  var defects = Defects()

  init(_ pieces: [ArraySlice<UInt8>], _ policy: SentenceFramer.ChecksumPolicy) {
    var reader = MessageReader(checksums: policy)
    for var piece in pieces {
      while !piece.isEmpty {
        piece = piece.dropFirst(reader.push(piece.span.bytes))
        while let sentence = reader.nextSentence() {
          texts.append(reader.text(of: sentence))
          messages.append(reader.message(of: sentence))
          tags.append(reader.tagBlock(of: sentence))
        }
      }
    }
    reader.finish()
    defects = reader.defects
  }
}

/// Returns the messages that `MessageReader.read` delivers.
private func handedOver(
  _ pieces: [ArraySlice<UInt8>], _ policy: SentenceFramer.ChecksumPolicy
) -> [Message] {
  var reader = MessageReader(checksums: policy)
  var messages: [Message] = []
  for piece in pieces { reader.read(piece.span.bytes) { messages.append($0) } }
  return messages
}

/// Checks that bytes give the same sentences and messages however they are cut and read.
///
/// Each sentence must be short enough, and begin as one.
func checkFramer(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  for policy in [SentenceFramer.ChecksumPolicy.required, .optional] {
    let decoded = DecodedInput(whole, policy)
    precondition(decoded == DecodedInput(cut, policy), "a cut changes what is read")
    precondition(
      handedOver(cut, policy) == decoded.messages.compactMap(\.self),
      "what is handed over is not what is read")
    for text in decoded.texts {
      precondition(text.utf8.count <= SentenceFramer.maximumLength, "a sentence is too long")
      precondition(text.hasPrefix("$") || text.hasPrefix("!"), "no beginning of a sentence")
    }
  }
  return true
}

/// Checks TAG blocks with the lines of the input as content, each with a correct checksum and in front of a sentence.
func checkTagBlocks(_ input: [UInt8]) -> Bool {
  let digits = Array("0123456789ABCDEF".utf8)
  let sentence = Array("$GPTXT,01,01,02,x*35\r\n".utf8)
  var bytes: [UInt8] = []
  for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
    let content = line.filter { (0x20...0x7E).contains($0) && $0 != 0x5C && $0 != 0x2A }
    let sum = content.reduce(0, ^)
    bytes += [0x5C] + content + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x5C]
    bytes += sentence
  }
  let decoded = DecodedInput([bytes[...]], .optional)
  precondition(decoded == DecodedInput(crumbs(bytes[...]), .optional), "crumbs change what is read")
  precondition(decoded.texts.last == "$GPTXT,01,01,02,x*35", "the sentence behind a block is lost")
  for case let time?? in decoded.tags.map({ $0?.millisecondsSince1970 }) {
    precondition(time >= 0, "a time before 1970 out of digits alone")
  }
  return true
}

private func events(_ pieces: [ArraySlice<UInt8>]) -> [ReceiverReport] {
  var pipeline = FixPipeline(undatedFixesHeld: 3)
  var events: [ReceiverReport] = []
  for piece in pieces { pipeline.push(piece.span.bytes) { events.append($0) } }
  pipeline.finish { events.append($0) }
  return events
}

/// Checks that every cutting gives the same events, and that every fix is a place on Earth.
func checkPipeline(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  let told = events(whole)
  precondition(told == events(cut), "a cut changes the events")
  for case .fix(let fix) in told {
    precondition(fix.latitude.magnitude <= 90, "a latitude off the Earth")
    precondition(fix.longitude.magnitude <= 180, "a longitude off the Earth")
    if let accuracy = fix.horizontalAccuracy {
      precondition(accuracy.isFinite && accuracy >= 0, "an accuracy that is none")
    }
  }
  return true
}

private func recorded(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
  var formatter = RecordingFormatter()
  var parts: [RecordedPart] = []
  for piece in pieces { parts += formatter.push(piece.span.bytes, at: 1_718_452_800_123) }
  return (parts + formatter.finish()).flatMap(\.bytes)
}

/// Checks that a recording does not depend on the cutting, and contains what was received, with times.
func checkRecordings(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  let output = recorded(whole)
  precondition(output == recorded(cut), "a cut changes the recording")
  precondition(
    DecodedInput(whole, .required).texts == DecodedInput([output[...]], .required).texts,
    "a recording does not read as what came")
  let file = ScratchFile("recording", output)
  guard !output.starts(with: [0x1F, 0x8B]) else { return true }
  do {
    var reader = try RecordingReader(path: file.path)
    var read: [UInt8] = []
    while try reader.next({ piece in piece.withUnsafeBytes { read += $0 } }) {}
    precondition(read == output, "a file is not read as it was written")
  } catch {
    preconditionFailure("cannot read a recording back: \(error)")
  }
  return true
}
