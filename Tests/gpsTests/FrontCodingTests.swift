// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import gps

@Suite struct FrontCodingTests {
  private static let line =
    #"{"timestamp":"2025-01-01T00:16:39.000Z","latitude":51.5,"satellitesInView":9}"#

  @Test(
    arguments: [
      ("nothing", ""),
      ("one line", line + "\n"),
      ("a line without an end", line),
      ("the same line again", line + "\n" + line + "\n"),
      ("the same without an end", line + "\n" + line),
      ("the longer one behind", line + "\n" + line + line + "\n"),
      ("the shorter one behind", line + line + "\n" + line + "\n"),
      ("ends that overlap", line + "\n" + line + String(repeating: "}", count: 80) + "\n" + line),
      ("short lines", String(repeating: "a\nb\n", count: 200)),
      ("line ends only", String(repeating: "\n", count: 500)),
    ])
  func givesBackWhatItWasGiven(why: String, text: String) {
    let text = Array(text.utf8)
    #expect(FrontCoding.decode(FrontCoding.encode(text)) == text, "\(why)")
  }

  /// More than a header counts.
  @Test func givesBackLongLines() {
    for length in [65_535, 65_536, 70_000] {
      let line = [UInt8](repeating: UInt8(ascii: "x"), count: length) + [0x0A]
      let text = line + line + line
      let isSame = FrontCoding.decode(FrontCoding.encode(text)) == text
      #expect(isSame, "\(length)")
    }
  }

  @Test func givesBackWhatIsRandom() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      var text: [UInt8] = []
      var line = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      for _ in 0..<Int.random(in: 0..<40, using: &generator) {
        text += line + [0x0A]
        if generator.oneIn(3) { line.reverse() }
        guard !line.isEmpty else { continue }
        line[Int.random(in: 0..<line.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
        if generator.oneIn(4) { line.remove(at: Int.random(in: 0..<line.count, using: &generator)) }
      }
      #expect(FrontCoding.decode(FrontCoding.encode(text)) == text)
    }
  }

  /// Of 100 lines of 80 bytes, each but the first is a header of eight bytes and the two digits that are new.
  @Test func keepsWhatDiffers() {
    let lines = (10..<110).map { number in
      let start = String(repeating: "s", count: 40) + String(number % 100 + 100)
      return start + String(repeating: "e", count: 36) + "\n"
    }
    let block = FrontCoding.encode(Array(lines.joined().utf8))
    #expect(block.count < 8 + 100 * 8 + 80 + 99 * 2 + 1)
  }

  @Test func isNeverMuchLonger() {
    for length in [1, 63, 64, 65, 1000] {
      let text = Array(repeating: UInt8(ascii: "\n"), count: length)
      #expect(FrontCoding.encode(text).count <= length + 8 * (length / 64 + 2))
    }
  }
}
