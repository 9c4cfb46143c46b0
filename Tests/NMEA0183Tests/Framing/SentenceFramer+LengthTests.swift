// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// Long sentences, and input in which no line ever ends.
@Suite struct SentenceFramerLengthTests {
  /// Returns a text sentence with a number of bytes, counted from `$` to the checksum.
  static func sentence(of length: Int) -> String {
    // $GPTXT,01,01,02, takes 16 bytes, *hh takes 3.
    checked("GPTXT,01,01,02," + String(repeating: "x", count: length - 19))
  }

  @Test(arguments: [
    ("as long as the standard allows", 82), ("as receivers send them", 134),
    ("over a thousand", 1001), ("one less than the longest", 1023), ("the longest", 1024),
  ])
  func accepts(name: String, length: Int) {
    let text = Self.sentence(of: length)
    #expect(text.utf8.count == length)
    for pieceLength in [1, 512, 4096] {
      let decoded = DecodedInput(Array((text + "\r\n").utf8), pieceLength: pieceLength)
      #expect(decoded.texts == [text])
      #expect(decoded.defects.isEmpty)
    }
  }

  @Test(arguments: [
    // What is past the limit: one digit of the checksum, both, and both with the asterisk.
    ("one longer than the longest", 1025, 3), ("two longer", 1026, 3), ("three longer", 1027, 3),
    ("four longer", 1028, 4), ("twice as long", 2048, 1024),
  ])
  func dropsAndCounts(name: String, length: Int, noise: Int) {
    let after = checked("GPHDT,1,T")
    let text = Self.sentence(of: length) + "\r\n" + after + "\r\n"
    for pieceLength in [1, 3, 512, 1024, 4096] {
      let decoded = DecodedInput(Array(text.utf8), pieceLength: pieceLength)
      #expect(decoded.texts == [after])
      #expect(
        decoded.defects
          == with(Defects()) {
            $0.oversizedSentences = 1
            $0.noiseBytes = noise
          })
    }
  }

  @Test func resumesAtAnExclamationMarkInAnOversizedOne() {
    let ais = "!" + checked("AIVDM,1,1,,A,x,0").dropFirst()
    let text = "$GPTXT," + String(repeating: "x", count: 1010) + ais + "\r\n"
    let decoded = DecodedInput(text)
    #expect(decoded.texts == [ais])
    #expect(decoded.defects == with(Defects()) { $0.oversizedSentences = 1 })
  }

  @Test func survivesAMegabyteWithoutALineEnd() {
    let after = checked("GPHDT,1,T")
    let noise = 1_048_576
    let text = "$GPTXT," + String(repeating: "x", count: noise - 7) + "\r\n" + after
    let decoded = DecodedInput(text)
    #expect(decoded.texts == [after])
    #expect(
      decoded.defects
        == with(Defects()) {
          $0.oversizedSentences = 1
          $0.noiseBytes = noise - 1024
        })
  }

  @Test(arguments: [
    // 1,048,576 of each: every dollar breaks the sentence before it; the last is cut off by the line end.
    (
      "dollars", "$",
      with(Defects()) {
        $0.brokenSentences = 1_048_575
        $0.missingChecksums = 1
      }
    ),
    ("line feeds", "\n", Defects()),
    ("zeros", "\0", with(Defects()) { $0.noiseBytes = 1_048_576 }),
  ])
  func survivesAMegabyteOf(name: String, character: String, expected: Defects) {
    let after = checked("GPHDT,1,T")
    let decoded = DecodedInput(String(repeating: character, count: 1_048_576) + "\r\n" + after)
    #expect(decoded.texts == [after])
    #expect(decoded.defects == expected)
  }

  @Test(arguments: ["!", "\\", "*", ",", "\\s", "!$", "\\!"])
  func isLinearInAMegabyteOf(pattern: String) {
    let after = checked("GPHDT,1,T")
    let text = String(repeating: pattern, count: 1_048_576 / pattern.utf8.count) + "\r\n" + after
    #expect(DecodedInput(text).texts == [after])
  }
}
