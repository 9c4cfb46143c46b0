// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// Which bytes are a sentence, and as what the others are counted.
@Suite struct SentenceFramerTests {
  /// Input, the sentences in it, and the defects that are counted.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let sentences: [String]
    let defects: Defects
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ sentences: [String], _ count: (inout Defects) -> Void)
    {
      self.name = name
      self.bytes = bytes
      self.sentences = sentences
      defects = with(Defects(), count)
    }

    init(
      _ name: String, _ text: String, _ sentences: [String],
      _ count: (inout Defects) -> Void = { _ in }
    ) {
      self.init(name, Array(text.utf8), sentences, count)
    }
  }

  /// Two sentences that occur in many rows.
  static let a = checked("GPTXT,01,01,02,a")
  static let b = checked("GPTXT,01,01,02,b")
  /// A sentence that starts with an exclamation mark; its checksum is computed in the same way.
  static let ais = "!" + checked("AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0").dropFirst()

  static let lineEnds: [Row] = [
    Row("CR LF", "\(a)\r\n\(b)\r\n", [a, b]),
    Row("LF", "\(a)\n\(b)\n", [a, b]),
    Row("CR", "\(a)\r\(b)\r", [a, b]),
    Row("CR CR LF", "\(a)\r\r\n\(b)\r\r\n", [a, b]),
    Row("empty lines", "\r\n\r\n\(a)\n\n\n\(b)\r\n\r\n", [a, b]),
    Row("none at the end of input", "\(a)\r\n\(b)", [a, b]),
    Row("none in between", "\(a)\(b)\r\n", [a, b]),
    Row("text behind the checksum", "\(a)xyz\r\n\(b)\r\n", [a, b]) { $0.noiseBytes = 3 },
    Row("nothing at all", "", []),
  ]

  static let checksums: [Row] = [
    // GPTXT is 4F; commas and 01s cancel out; 02 is 02; w is 77 and z is 7A.
    Row("lower-case digits", "$GPTXT,01,01,02,w*3a\r\n", ["$GPTXT,01,01,02,w*3a"]),
    Row("wrong", "$GPTXT,01,01,02,z*38\r\n\(a)\r\n", [a]) { $0.checksumMismatches = 1 },
    Row("a character changed", "$GPTXT,01,01,02,y*37\r\n\(a)\r\n", [a]) {
      $0.checksumMismatches = 1
    },
    Row("missing", "$GPTXT,01,01,02,z\r\n\(a)\r\n", [a]) { $0.missingChecksums = 1 },
    Row("one digit", "$GPTXT,01,01,02,z*3\r\n\(a)\r\n", [a]) {
      $0.brokenSentences = 1
      // The 3.
      $0.noiseBytes = 1
    },
    Row("no digit", "$GPTXT,01,01,02,z*\r\n\(a)\r\n", [a]) { $0.brokenSentences = 1 },
    Row("no hexadecimal digit", "$GPTXT,01,01,02,z*3G\r\n\(a)\r\n", [a]) {
      $0.brokenSentences = 1
      $0.noiseBytes = 2
    },
    Row("an asterisk in the text", "$GPTXT,01,01,02,z*z*37\r\n\(a)\r\n", [a]) {
      $0.brokenSentences = 1
      // z*37
      $0.noiseBytes = 4
    },
  ]

  static let starts: [Row] = [
    Row("a dollar opens another one", "$GPGGA,12\(a)\r\n", [a]) { $0.brokenSentences = 1 },
    // GPGGA is 56, and with an odd number of commas 7A.
    Row("two dollars", "$$GPGGA,,,*7A\r\n$\(a)\r\n", ["$GPGGA,,,*7A", a]) {
      $0.brokenSentences = 2
    },
    Row("cut off by the end", "\(a)\r\n$GPTXT,01,01,02,z*3", [a]) { $0.brokenSentences = 1 },
    Row("text in front on the same line", "xyz\(a)\r\n", [a]) { $0.noiseBytes = 3 },
    Row("an exclamation mark opens one", "\(ais)\r\n\(a)\r\n", ["\(ais)", a]),
    Row(
      "an exclamation mark is text in another", "\(checked("GPTXT,01,01,02,!AIVDM,2*3"))\r\n", []
    ) {
      // "*3*" is not a checksum, and "!AIVDM,2*3*" contains none.
      $0.brokenSentences = 2
      $0.noiseBytes = 4
    },
    Row(
      "an exclamation mark in an intact one", "\(checked("GPTXT,01,01,02,ho! ho"))\r\n",
      [checked("GPTXT,01,01,02,ho! ho")]),
    Row("an exclamation mark in a damaged one", "$GPGGA,0642\(ais)\r\n\(a)\r\n", ["\(ais)", a]) {
      $0.checksumMismatches = 1
    },
    Row("only the last exclamation mark is tried", "!x!y\(ais)\r\n", ["\(ais)"]) {
      $0.checksumMismatches = 1
    },
    Row("a line of them", "!!!!\r\n\(a)\r\n", [a]) { $0.missingChecksums = 2 },
  ]

  static let addresses: [Row] = [
    Row("no address", "$*00\r\n\(a)\r\n", [a]) { $0.malformedAddresses = 1 },
    Row("only fields", "\(checked(",1,2,3"))\r\n\(a)\r\n", [a]) { $0.malformedAddresses = 1 },
    Row("small letters", "\(checked("gpgga,1"))\r\n\(checked("GPgga,1"))\r\n", []) {
      $0.malformedAddresses = 2
    },
    Row("a blank", "\(checked("GP GA,1"))\r\n\(checked("GPGGA ,1"))\r\n", []) {
      $0.malformedAddresses = 2
    },
    Row("a talker alone", "\(checked("GP,1"))\r\n\(checked("P,1"))\r\n", []) {
      $0.malformedAddresses = 2
    },
    Row("twenty-five characters", "\(checked("PABCDEFGHIJKLMNOPQRSTUVWX,1"))\r\n", []) {
      $0.malformedAddresses = 1
    },
    Row(
      "twenty-four characters", "\(checked("PABCDEFGHIJKLMNOPQRSTUVW,1"))\r\n",
      [checked("PABCDEFGHIJKLMNOPQRSTUVW,1")]),
    Row("no fields", "\(checked("GPTXT"))\r\n", [checked("GPTXT")]),
  ]

  static let binary: [Row] = [
    Row(
      "a UBX frame in front on the same line",
      [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38] + Array("\(a)\r\n".utf8), [a]
    ) { $0.noiseBytes = 10 },
    // D3, six zero bits and ten bits of length, two bytes of content, three of CRC.
    Row(
      "an RTCM frame in between",
      Array("\(a)\r\n".utf8) + [0xD3, 0x00, 0x02, 0x3E, 0xD0, 0x7A, 0x11, 0x22]
        + Array("\(b)\r\n".utf8),
      [a, b]
    ) { $0.noiseBytes = 8 },
    Row(
      "a byte above 127 breaks a sentence", Array("$GPTXT,z".utf8) + [0xB5, 0x62] + Array(a.utf8),
      [a]
    ) {
      $0.brokenSentences = 1
      $0.noiseBytes = 2
    },
    Row(
      "a control character breaks a sentence", Array("$GPTXT,z".utf8) + [0x07] + Array(a.utf8), [a]
    ) {
      $0.brokenSentences = 1
      $0.noiseBytes = 1
    },
    // GPTXT is 4F, and 4F ^ 2C ^ 7F is 1C.
    Row("DEL breaks a sentence", Array("$GPTXT,\u{7F}*1C\r\n\(a)\r\n".utf8), [a]) {
      $0.brokenSentences = 1
      $0.noiseBytes = 4
    },
    Row("a dollar in a frame", [0xB5, 0x62, 0x24, 0x00, 0x24] + Array(a.utf8), [a]) {
      $0.noiseBytes = 3
      // Both dollars open a sentence: a zero byte ends the first, a dollar the second.
      $0.brokenSentences = 2
    },
    Row("a dollar only", Array("$$$".utf8), []) { $0.brokenSentences = 3 },
  ]

  /// `a` and `b` as software writes them that splits lines at the dollar.
  static let bareA = String(a.dropFirst())
  static let bareB = String(b.dropFirst())

  static let withoutDollar: [Row] = [
    Row("lines without dollars", "\(bareA)\r\n\(bareB)\r\n", [bareA, bareB]),
    Row("at the end of input", "\(a)\r\n\(bareB)", [a, bareB]),
    Row("between others", "\(a)\r\n\(bareB)\r\n\(a)\r\n", [a, bareB, a]),
    Row("quoted in a log", "I (42) GPS:\"\(bareA)\"\n", [bareA]) {
      $0.noiseBytes = "I (42) GPS:\"\"".utf8.count
    },
    Row("one of AIS", "\(ais.dropFirst())\r\n", [String(ais.dropFirst())]),
    Row("wrong checksum", "GPTXT,01,01,02,z*38\r\n\(a)\r\n", [a]) { $0.noiseBytes = 19 },
    Row("no checksum", "GPTXT,01,01,02,z\r\n\(a)\r\n", [a]) { $0.noiseBytes = 16 },
    Row("in a word", "X\(bareA)\r\n", []) { $0.noiseBytes = 1 + bareA.utf8.count },
    Row("cut off", "\(a)\r\nGPTXT,01,01", [a]) { $0.noiseBytes = 11 },
    Row("an address cut off", "\(a)\r\nGPT", [a]) { $0.noiseBytes = 3 },
    Row("a dollar inside", "GPTXT,01,\(a)\r\n", [a]) { $0.noiseBytes = 9 },
    Row("another inside", "GPTXT,01 \(bareA)\r\n", [bareA]) { $0.noiseBytes = 9 },
    Row("a text in capitals", "HELLO,\r\nWORLD, 1*2\r\n\(a)\r\n", [a]) { $0.noiseBytes = 16 },
  ]

  @Test(arguments: lineEnds + checksums + starts + addresses + binary + withoutDollar)
  func findsTheSentencesAndCountsTheRest(row: Row) {
    let decoded = DecodedInput(row.bytes)
    #expect(decoded.texts == row.sentences)
    #expect(decoded.defects == row.defects)
  }

  @Test func passesSentencesWithoutChecksumWhereTheyAreAllowed() {
    let text = "$GPTXT,01,01,02,z\r\n$GPHDT,1,T\n$GPHDT,2,T\r\(Self.a)\r\n$GPTXT,z*00\r\n$GPHDT,3"
    let decoded = DecodedInput(text, checksums: .optional)
    #expect(
      decoded.texts == ["$GPTXT,01,01,02,z", "$GPHDT,1,T", "$GPHDT,2,T", Self.a])
    // A wrong checksum still drops a sentence, and so does the end of input.
    #expect(
      decoded.defects
        == with(Defects()) {
          $0.checksumMismatches = 1
          $0.brokenSentences = 1
        })
    #expect(DecodedInput(text).texts == [Self.a])
    #expect(
      decoded.messages.compactMap { if case .hdt(let hdt) = $0 { hdt.heading } else { nil } }
        == [1, 2])
  }

  @Test func tellsLengthAndTextWithoutTagBlockAndLineEnd() throws {
    var framer = SentenceFramer()
    let bytes = Array("\\s:x*31\\\(Self.a)\r\n".utf8)
    framer.receive(bytes)
    let sentenceFound = framer.next()
    let sentence = try #require(sentenceFound)
    #expect(sentence.byteCount == Self.a.utf8.count)
    #expect(framer.text(of: sentence) == Self.a)
    let none = framer.next()
    #expect(none == nil)
  }

  @Test func keepsASentenceReadableUntilTheNextPush() throws {
    var framer = SentenceFramer()
    let bytes = Array("\(Self.a)\r\n\(Self.b)\r\n".utf8)
    framer.receive(bytes)
    let firstFound = framer.next()
    let first = try #require(firstFound)
    let secondFound = framer.next()
    let second = try #require(secondFound)
    #expect(framer.text(of: first) == Self.a)
    #expect(framer.text(of: second) == Self.b)
  }

  @Test func needsNoLineEndToComplete() throws {
    var framer = SentenceFramer()
    let bytes = Array(Self.a.utf8)
    framer.receive(bytes.dropLast())
    let message = framer.next()
    #expect(message == nil)
    framer.receive(bytes.suffix(1))
    let more = framer.next()
    #expect(more != nil)
    framer.finish()
    #expect(framer.defects.isEmpty)
  }
}
