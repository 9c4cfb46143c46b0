// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import TestSupport
import Testing

/// What the encoder writes is read back unchanged.
@Suite struct SentenceEncoderTests {
  @Test func readsBackWhatItWrites() {
    var messages = RandomMessage(seed: 21)
    let encoder = SentenceEncoder()
    var kinds: Set<String> = []
    var wrong: [(Message, String)] = []
    for _ in 0..<20_000 {
      let message = messages.next()
      kinds.insert(Mirror(reflecting: message).children.first?.label ?? "")
      var bytes: [UInt8] = []
      #expect(encoder.append(message, to: &bytes))
      let decoded = DecodedInput(bytes)
      if decoded.messages != [message] || !decoded.defects.isEmpty {
        wrong.append((message, String(decoding: bytes, as: UTF8.self)))
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(2))")
    #expect(kinds.count == 27)
  }

  @Test(
    arguments: [
      ("whole", 5, "5"), ("fraction", 0.1, "0.1"), ("minus", -2.5, "-2.5"), ("zero", 0, "0"),
      ("minus zero", -0.0, "-0"), ("large", 1e18, "1000000000000000000"),
      ("small", 0.00001, "0.00001"),
      ("all digits", 1.0 / 3, "0.3333333333333333"),
      ("more than nineteen digits are cut off", 1.0 / 700, "0.001428571428571428"),
      ("less than they can say", 1e-20, "0"), ("less than zero by that", -1e-20, "-0"),
      ("more than they can say", 1e19, ""), ("the least such", -1e300, ""),
      ("endless", .infinity, ""), ("no number", .nan, ""), ("none", nil, ""),
    ] as [(String, Double?, String)])
  func writesADecimalThatCanBeRead(name: String, value: Double?, expected: String) throws {
    let message = Message.hdt(with(HDT()) { $0.heading = value })
    let sentence = try #require(SentenceEncoder().sentence(for: message))
    #expect(sentence == checked("GPHDT,\(expected),T") + "\r\n")
    #expect(DecodedInput(sentence).defects.isEmpty)
  }

  @Test(
    arguments: [
      // 48.1173 is 48 degrees and 7.038 minutes.
      ("four decimals at least", 48.1173, "4807.0380,N"), ("south", -0.5, "0030.0000,S"),
      ("more where needed", 51.5 + 0.00001 / 60, "5130.00001,N"), ("the pole", 90, "9000.0000,N"),
      ("beyond the pole", 90.1, ","), ("no number", .nan, ","), ("none", nil, ","),
    ] as [(String, Double?, String)])
  func writesDegreesAndMinutes(name: String, latitude: Double?, expected: String) throws {
    let message = Message.gll(with(GLL()) { $0.latitude = latitude })
    let sentence = try #require(SentenceEncoder().sentence(for: message))
    #expect(sentence == checked("GPGLL,\(expected),,,,") + "\r\n")
  }

  @Test func writesCoordinatesBelowADegreeToTheLastDecimal() throws {
    var random = SeededGenerator(seed: 22)
    for _ in 0..<2000 {
      let degrees = Double.random(in: 0..<1, using: &random)
      let gll = with(GLL()) { $0.latitude = degrees }
      let sentence = try #require(SentenceEncoder().sentence(for: .gll(gll)))
      guard case .gll(let read)? = DecodedInput(sentence).messages.first,
        let latitude = read.latitude
      else {
        Issue.record("\(sentence)")
        continue
      }
      // Half a unit of the fourteenth decimal of a minute, and of the last place of the Double.
      #expect(abs(latitude - degrees) <= 1e-14 / 120 + 0x1p-54)
    }
  }

  @Test func writesAsManyDecimalsAsAskedFor() throws {
    var encoder = SentenceEncoder()
    encoder.minimumMinuteDecimals = 0
    encoder.minimumSecondDecimals = 0
    let gll = with(GLL()) {
      $0.latitude = 48.5
      $0.longitude = -8.5
      $0.time = utc(1, 2, 3)
      $0.status = .valid
    }
    let short = try #require(encoder.sentence(for: .gll(gll)))
    #expect(short == checked("GPGLL,4830,N,00830,W,010203,A") + "\r\n")
    encoder.minimumMinuteDecimals = 7
    encoder.minimumSecondDecimals = 9
    let long = try #require(encoder.sentence(for: .gll(gll)))
    #expect(long == checked("GPGLL,4830.0000000,N,00830.0000000,W,010203.000000000,A") + "\r\n")
  }

  @Test(
    arguments: [
      ("plain", "plain text", "plain text"), ("reserved", ",*$!\\^~", "^2C^2A^24^21^5C^5E^7E"),
      ("controls", "a\r\n\0\u{7F}", "a^0D^0A^00^7F"), ("UTF-8", "ü", "^C3^BC"),
      ("what looks like an escape", "^2C", "^5E2C"),
    ])
  func escapesText(name: String, text: String, expected: String) throws {
    let message = Message.txt(with(TXT()) { $0.text = text })
    let sentence = try #require(SentenceEncoder().sentence(for: message))
    #expect(sentence == checked("GPTXT,,,,\(expected)") + "\r\n")
    #expect(DecodedInput(sentence).messages == [message])
  }

  @Test func keepsTheCommasOfAVersion() {
    let message = Message.pqtmver(with(PQTMVER()) { $0.version = "FW*1,2025/03/04,05:06:07" })
    #expect(
      SentenceEncoder().sentence(for: message)
        == checked("PQTMVER,FW^2A1,2025/03/04,05:06:07") + "\r\n")
  }

  @Test(arguments: [
    // From the manufacturers' data sheets.
    ("a command by MediaTek", "PMTK220,1000", "$PMTK220,1000*1F\r\n"),
    ("another", "PMTK605", "$PMTK605*31\r\n"),
    (
      "a GGA that many books print",
      "GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"
    ),
    ("a sum below sixteen", "AB", "$AB*03\r\n"), ("nothing", "", "$*00\r\n"),
  ])
  func addsTheChecksum(name: String, body: String, expected: String) {
    #expect(SentenceEncoder.sentence(body: body) == expected)
  }

  @Test func writesNothingForOtherSentences() throws {
    let address = try #require(SentenceAddress("PASHR"))
    var bytes: [UInt8] = [1, 2]
    #expect(!SentenceEncoder().append(.other(address), to: &bytes))
    #expect(bytes == [1, 2])
    #expect(SentenceEncoder().sentence(for: .other(address)) == nil)
  }

  @Test func appendsToWhatIsThere() {
    var bytes = Array("x".utf8)
    let encoder = SentenceEncoder()
    encoder.append(.hdt(with(HDT()) { $0.heading = 1 }), to: &bytes)
    encoder.append(.hdt(with(HDT()) { $0.heading = 2 }), to: &bytes)
    let expected = "x" + checked("GPHDT,1,T") + "\r\n" + checked("GPHDT,2,T") + "\r\n"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
