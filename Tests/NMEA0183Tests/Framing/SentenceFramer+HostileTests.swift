// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import TestSupport
import Testing

/// No input before a sentence keeps the sentence from being read, and the result does not depend on the pieces.
@Suite struct SentenceFramerHostileTests {
  private static let last = "$GPTXT,01,01,02,x*35"

  private func check(_ bytes: [UInt8], _ why: String) {
    for policy in [SentenceFramer.ChecksumPolicy.required, .optional] {
      let whole = DecodedInput(bytes, checksums: policy)
      #expect(whole.texts.last == Self.last, "\(why)")
      #expect(
        whole.texts.allSatisfy {
          ($0.hasPrefix("$") || $0.hasPrefix("!")) && $0.utf8.count <= SentenceFramer.maximumLength
        }, "\(why)")
      for length in [1, 2, 7, 64] {
        let cut = DecodedInput(bytes, pieceLength: length, checksums: policy)
        #expect(cut == whole, "\(why), in pieces of \(length)")
        let handed = handedOver(bytes, length, policy)
        #expect(handed == whole.messages, "\(why), in pieces of \(length)")
      }
    }
  }

  @Test(arguments: try HostileFile.all("sentences"))
  func hostileFiles(file: HostileFile) { check(file.bytes, file.name) }

  @Test(
    arguments: [
      ("any bytes", ""), ("characters of sentences", "$!\\*,.:0123456789ABCDEFGPRMCsc\r\n"),
      ("beginnings and ends", "$!\\*\r\n"),
    ], 1...8 as ClosedRange<UInt64>)
  func randomBytes(kind: (why: String, alphabet: String), seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let noise = random.bytes(3000, of: kind.alphabet)
    check(noise + Array("\r\n\(Self.last)\r\n".utf8), "\(kind.why), seed \(seed)")
  }

  /// A block with a correct checksum belongs to the sentence, whatever it contains; its time is `nil` or not before 1970.
  @Test(
    arguments: [
      ("parameters", "c:,17", 50),
      ("any characters", String(decoding: (0x20...0x7E) as ClosedRange<UInt8>, as: UTF8.self), 0),
    ])
  func randomTagBlocks(kind: (why: String, alphabet: String, times: Int)) {
    var random = SeededGenerator(seed: 7)
    var times: [Int64] = []
    for _ in 0..<2000 {
      let letters = random.bytes(Int.random(in: 0...60, using: &random), of: kind.alphabet)
      // A backslash and an asterisk end a block, a dollar sign and an exclamation mark begin a sentence.
      let ends = Array("\\*$!".utf8)
      let content = String(decoding: letters.filter { !ends.contains($0) }, as: UTF8.self)
      let text = "\\\(content)*\(checksum(of: content))\\\(Self.last)\r\n"
      let decoded = DecodedInput(text)
      #expect(decoded.texts == [Self.last], "\(text)")
      #expect(decoded.sentences.first?.tag != nil, "\(text)")
      #expect(decoded == DecodedInput(Array(text.utf8), pieceLength: 1), "\(text)")
      times += decoded.sentences.compactMap { $0.tag?.millisecondsSince1970 }
    }
    #expect(times.allSatisfy { $0 >= 0 }, "\(kind.why)")
    #expect(times.count >= kind.times, "\(kind.why)")
  }
}

/// Returns the messages that `MessageReader.read` hands over.
private func handedOver(
  _ bytes: [UInt8], _ length: Int, _ policy: SentenceFramer.ChecksumPolicy
) -> [Message] {
  var reader = MessageReader(checksums: policy)
  var messages: [Message] = []
  for start in stride(from: 0, to: bytes.count, by: length) {
    let piece = bytes[start..<min(bytes.count, start + length)]
    reader.read(piece.span.bytes) { messages.append($0) }
  }
  return messages
}
