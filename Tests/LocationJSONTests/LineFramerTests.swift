// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON
import Testing

@Suite struct LineFramerTests {
  private static func lines(_ text: String, inPiecesOf size: Int) -> [String] {
    var framer = LineFramer(longest: 8)
    var lines: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      framer.push(bytes[start..<min(start + size, bytes.count)].span.bytes)
      while let line = framer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    return lines
  }

  @Test(arguments: [1, 2, 3, 100])
  func linesAreTheSameHoweverTheyAreCut(size: Int) {
    let text = "one\r\n\ntwo\n12345678\n123456789\nthree\n1234567890123456789012345\nfour\nrest"
    #expect(
      Self.lines(text, inPiecesOf: size) == ["one", "", "two", "12345678", "three", "four"])
  }

  @Test func aLineWithoutEndIsNotKept() {
    var framer = LineFramer(longest: 8)
    for _ in 0..<1000 {
      framer.push(([0x78, 0x79, 0x7A] as [UInt8]).span.bytes)
      #expect(framer.next() == nil)
    }
    #expect(framer.isMidLine)
    framer.push(([0x0A, 0x61, 0x0A] as [UInt8]).span.bytes)
    #expect(framer.next() == [0x61])
    #expect(!framer.isMidLine)
  }
}
