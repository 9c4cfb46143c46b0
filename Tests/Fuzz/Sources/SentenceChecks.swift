// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183

private struct Reading: Equatable {
  var texts: [String] = []
  var messages: [Message?] = []
  var tags: [TagBlock?] = []
  var defects = Defects()

  init(_ pieces: [ArraySlice<UInt8>], _ policy: SentenceFramer.ChecksumPolicy) {
    var framer = SentenceFramer(checksums: policy)
    for var piece in pieces {
      while !piece.isEmpty {
        piece = piece.dropFirst(framer.push(piece.span.bytes))
        while let sentence = framer.next() {
          texts.append(framer.text(of: sentence))
          messages.append(framer.message(of: sentence))
          tags.append(framer.tagBlock(of: sentence))
        }
      }
    }
    framer.finish()
    defects = framer.defects
  }
}

/// However they are cut, bytes give the same sentences and messages; each is short enough and begins as one.
func checkFramer(_ input: [UInt8]) {
  guard let (whole, cut) = cuttings(input) else { return }
  for policy in [SentenceFramer.ChecksumPolicy.required, .optional] {
    let reading = Reading(whole, policy)
    precondition(reading == Reading(cut, policy), "a cut changes what is read")
    for text in reading.texts {
      precondition(text.utf8.count <= SentenceFramer.maximumLength, "a sentence is too long")
      precondition(text.hasPrefix("$") || text.hasPrefix("!"), "no beginning of a sentence")
    }
  }
}

/// A block of any content with a checksum that is right, in front of a sentence.
func checkTagBlocks(_ input: [UInt8]) {
  let content = input.filter { (0x20...0x7E).contains($0) && $0 != 0x5C && $0 != 0x2A }
  let sum = content.reduce(0, ^)
  let digits = Array("0123456789ABCDEF".utf8)
  let block = [0x5C] + content + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x5C]
  let bytes = block + Array("$GPTXT,01,01,02,x*6C\r\n".utf8)
  let reading = Reading([bytes[...]], .optional)
  precondition(reading == Reading(crumbs(bytes[...]), .optional), "crumbs change what is read")
  if let time = reading.tags.first??.millisecondsSince1970 {
    precondition(time >= 0, "a time before 1970 out of digits alone")
  }
}

private func events(_ pieces: [ArraySlice<UInt8>]) -> [FixEvent] {
  var pipeline = FixPipeline(undatedFixesHeld: 3)
  var events: [FixEvent] = []
  for piece in pieces { pipeline.push(piece.span.bytes) { events.append($0) } }
  pipeline.finish { events.append($0) }
  return events
}

/// Any cutting gives the same events, and every fix is a place on Earth.
func checkPipeline(_ input: [UInt8]) {
  guard let (whole, cut) = cuttings(input) else { return }
  let told = events(whole)
  precondition(told == events(cut), "a cut changes the events")
  for case .fix(let fix) in told {
    precondition(fix.latitude.magnitude <= 90, "a latitude off the Earth")
    precondition(fix.longitude.magnitude <= 180, "a longitude off the Earth")
    if let accuracy = fix.horizontalAccuracy {
      precondition(accuracy.isFinite && accuracy >= 0, "an accuracy that is none")
    }
  }
}

private func recorded(_ pieces: [ArraySlice<UInt8>]) -> [UInt8] {
  var formatter = RecordingFormatter()
  var parts: [RecordedPart] = []
  for piece in pieces { parts += formatter.push(piece.span.bytes, at: 1_718_452_800_123) }
  return (parts + formatter.finish()).flatMap(\.bytes)
}

/// What is recorded does not depend on the cutting, and reads as what came, with times.
func checkRecordings(_ input: [UInt8]) {
  guard let (whole, cut) = cuttings(input) else { return }
  let output = recorded(whole)
  precondition(output == recorded(cut), "a cut changes the recording")
  precondition(
    Reading(whole, .required).texts == Reading([output[...]], .required).texts,
    "a recording does not read as what came")
  let file = ScratchFile("recording", output)
  guard !output.starts(with: [0x1F, 0x8B]) else { return }
  do {
    var reader = try RecordingReader(path: file.path)
    var read: [UInt8] = []
    while try reader.next({ piece in piece.withUnsafeBytes { read += $0 } }) {}
    precondition(read == output, "a file is not read as it was written")
  } catch {
    preconditionFailure("cannot read a recording back: \(error)")
  }
}
