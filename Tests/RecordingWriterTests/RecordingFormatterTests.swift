// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import RecordingWriter
import TestSupport
import Testing

@Suite struct RecordingFormatterTests {
  private static let sentence = SentenceEncoder.sentence(body: "GPGLL,4732.622,N,00940.998,E")
  private static let start: Int64 = 1_718_452_800_123

  /// Returns the parts of bytes that arrive in pieces, one every millisecond.
  private func parts(_ bytes: [UInt8], pieces: () -> Int) -> [RecordedPart] {
    var formatter = RecordingFormatter()
    var parts: [RecordedPart] = []
    var (offset, time) = (0, Self.start)
    while offset < bytes.count {
      let end = min(bytes.count, offset + pieces())
      parts += formatter.push(Array(bytes[offset..<end]).span.bytes, at: time)
      (offset, time) = (end, time + 1)
    }
    return parts + formatter.finish()
  }

  private func text(_ parts: [RecordedPart]) -> String {
    String(decoding: parts.flatMap(\.bytes), as: UTF8.self)
  }

  /// The XOR of the characters of `c:1718452800123`: 0x63 ^ 0x3A = 0x59, digits 0x34, together 0x6D.
  @Test func writesTheTimeOfTheFirstByte() {
    let bytes = Array(("\r\n" + Self.sentence).utf8)
    #expect(text(parts(bytes) { 1000 }) == "\r\n\\c:1718452800123*6D\\" + Self.sentence)
    let single = parts(bytes) { 1 }
    #expect(single.first { $0.kind == .sentence }?.time == Self.start + 2)
  }

  @Test(
    arguments: [
      ("the receiver's own block", "\\s:r*3B\\" + sentence),
      ("no sentence", "$GPGLL,1*00\r\n"),
      ("not whole", String(sentence.prefix(12))),
      ("a block that would end a damaged sentence well", "$GPGLL, " + sentence),
    ])
  func leavesAsItIs(name: String, input: String) {
    let output = text(parts(Array(input.utf8)) { 7 })
    #expect(output == input)
  }

  @Test func writesNoTimeThatWouldBeReadAsSeconds() {
    var formatter = RecordingFormatter()
    let bytes = Array(Self.sentence.utf8)
    #expect(text(formatter.push(bytes.span.bytes, at: 5000) + formatter.finish()) == Self.sentence)
  }

  @Test(arguments: 0..<300)
  func keepsEverything(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let scraps = [
      Self.sentence, Self.sentence, "$", "!", "\\", "*", "$GPGLL,47", "\\s:r*3B\\", "\\s:r*00\\",
      "!AIVDM,1", "\r\n", String(repeating: "x", count: 1100),
    ].map { Array($0.utf8) }
    var input: [UInt8] = []
    for _ in 0..<60 {
      if Bool.random(using: &random) {
        input += scraps.randomElement(using: &random) ?? []
      } else {
        input += (0..<Int.random(in: 0...9, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
    }
    checkKeeps(input, parts(input) { Int.random(in: 1...200, using: &random) })
  }

  @Test(arguments: try HostileFile.all("sentences"))
  func keepsHostileFiles(file: HostileFile) {
    for length in [1, 7, 64, 4096] { checkKeeps(file.bytes, parts(file.bytes) { length }) }
  }

  private func checkKeeps(_ input: [UInt8], _ all: [RecordedPart]) {
    let stripped = all.flatMap { $0.kind == .sentence ? withoutTime($0) : $0.bytes }
    #expect(stripped == input)
    #expect(sentences(all.flatMap(\.bytes)) == sentences(input))
    #expect(all.count { $0.kind == .sentence } == sentences(input).count)
  }

  private func withoutTime(_ part: RecordedPart) -> [UInt8] {
    let block = Array("\\c:\(part.time)*".utf8)
    return part.bytes.starts(with: block)
      ? Array(part.bytes.dropFirst(block.count + 3)) : part.bytes
  }

  private func sentences(_ bytes: [UInt8]) -> [String] {
    var framer = SentenceFramer()
    var (offset, found): (Int, [String]) = (0, [])
    while offset < bytes.count {
      offset += framer.push(bytes.span.bytes.extracting(offset..<bytes.count))
      while let sentence = framer.next() { found.append(framer.text(of: sentence)) }
    }
    return found
  }
}
