// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// Which TAG block belongs to which sentence, and what is lost with a damaged one.
@Suite struct SentenceFramerTagBlockTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// The source of each sentence; `-` for a sentence without a TAG block.
    let sources: [String]
    let defects: Defects
    var testDescription: String { name }

    init(
      _ name: String, _ text: String, _ sources: [String],
      _ count: (inout Defects) -> Void = { _ in }
    ) {
      self.name = name
      self.text = text
      self.sources = sources
      defects = with(Defects(), count)
    }
  }

  static let sentence = checked("GPHDT,1,T")
  static let ais = "!" + checked("AIVDM,1,1,,A,x,0").dropFirst()

  /// Returns a TAG block with parameters; the checksum of s:x is 73 ^ 3A ^ 78.
  static func tag(_ parameters: String) -> String {
    "\\\(parameters)*\(checksum(of: parameters))\\"
  }

  /// Returns a TAG block with a number of bytes, backslashes included.
  static func tag(length: Int) -> String {
    // \s:…*hh\ takes seven bytes in addition to the source.
    tag("s:" + String(repeating: "x", count: length - 7))
  }

  static let rows: [Row] = [
    Row("in front of its sentence", "\\s:x*31\\\(sentence)\r\n", ["x"]),
    Row("in front of !", "\\s:x*31\\\(ais)\r\n", ["x"]),
    Row("only the next sentence", "\\s:x*31\\\(sentence)\r\n\(sentence)\r\n", ["x", "-"]),
    Row("one each", "\(tag("s:x"))\(sentence)\r\n\(tag("s:y"))\(sentence)\r\n", ["x", "y"]),
    Row("two: the last counts", "\(tag("s:x"))\(tag("s:y"))\(sentence)\r\n", ["y"]),
    Row("a gap of a line end", "\\s:x*31\\\r\n\(sentence)\r\n", ["-"]),
    Row("a gap of a blank", "\\s:x*31\\ \(sentence)\r\n", ["-"]) { $0.noiseBytes = 1 },
    Row("no sentence", "\\s:x*31\\\r\n", []),
    Row("a damaged sentence", "\\s:x*31\\$GPHDT,1,T*00\r\n\(sentence)\r\n", ["-"]) {
      $0.checksumMismatches = 1
    },
    Row("a broken sentence", "\\s:x*31\\$GPHDT\(sentence)\r\n", ["-"]) { $0.brokenSentences = 1 },
    Row("behind a broken sentence", "$GPHDT,1\\s:x*31\\\(sentence)\r\n", ["x"]) {
      $0.checksumMismatches = 1
    },
    // The backslash that closes a damaged block may open another, and is noise if it does not.
    Row("wrong checksum", "\\s:x*32\\\(sentence)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      $0.noiseBytes = 1
    },
    Row("wrong checksum in front of !", "\\s:x*32\\\(ais)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      $0.noiseBytes = 1
    },
    Row("no checksum", "\\s:x\\\(sentence)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      $0.noiseBytes = 1
    },
    Row("wrong checksum and nothing behind", "\\s:x*32\\\r\n\(sentence)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      $0.noiseBytes = 1
    },
    Row("never closed", "\\s:x*31\(sentence)\r\n", ["-"]) { $0.damagedTagBlocks = 1 },
    Row("cut off by a line end", "\\s:x*31\r\n\(sentence)\r\n", ["-"]) { $0.damagedTagBlocks = 1 },
    Row("cut off by the end of input", "\(sentence)\r\n\\s:x*31", ["-"]) {
      $0.damagedTagBlocks = 1
    },
    Row("bytes printed by a program", "b'\(sentence)\\r\\n'\n", ["-"]) { $0.noiseBytes = 7 },
    Row("a backslash alone", "\\\(sentence)\r\n\\\r\n\\\(ais)", ["-", "-"]) { $0.noiseBytes = 3 },
    Row("a backslash at the end of input", "\(sentence)\r\n\\", ["-"]) { $0.noiseBytes = 1 },
    Row("a backslash in front of a block", "\\\(tag("s:x"))\(sentence)\r\n", ["x"]) {
      $0.noiseBytes = 1
    },
    Row(
      "as long as allowed", "\(tag(length: 256))\(sentence)\r\n",
      [
        String(repeating: "x", count: 249)
      ]),
    Row("too long by one", "\(tag(length: 257))\(sentence)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      // The closing backslash.
      $0.noiseBytes = 1
    },
    Row("too long by a hundred", "\(tag(length: 356))\(sentence)\r\n", ["-"]) {
      $0.damagedTagBlocks = 1
      $0.noiseBytes = 100
    },
  ]

  @Test(arguments: rows)
  func belongsToTheSentenceThatFollowsWithoutAGap(row: Row) {
    for pieceLength in [1, 2, 5, 4096] {
      let decoded = DecodedInput(Array(row.text.utf8), pieceLength: pieceLength)
      #expect(decoded.sentences.map { $0.tag.map { $0.source ?? "?" } ?? "-" } == row.sources)
      #expect(decoded.defects == row.defects)
    }
  }

  @Test func doesNotOutliveTheEndOfInput() throws {
    var framer = SentenceFramer()
    framer.receive("\\s:x*31\\".utf8)
    let none = framer.next()
    #expect(none == nil)
    framer.finish()
    framer.receive(Self.sentence.utf8)
    let sentenceFound = framer.next()
    let sentence = try #require(sentenceFound)
    #expect(framer.tagBlock(of: sentence) == nil)
  }

  @Test func aDamagedTagBlockDoesNotSwallowTheSentenceInIt() {
    var framer = SentenceFramer()
    let bytes = Array("\\a:b!AIVDM,1*4A\r\n".utf8)
    #expect(framer.push(bytes.span.bytes) == bytes.count)
    #expect(framer.next()?.address.description == "AIVDM")
    #expect(framer.defects.damagedTagBlocks == 1)
  }
}
