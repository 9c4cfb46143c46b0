// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import NMEA0183
import Testing

@Suite struct TalkerTests {
  @Test(
    arguments: [
      (.gps, "GP"), (.glonass, "GL"), (.galileo, "GA"), (.beiDou, "GB"), (.beiDouLegacy, "BD"),
      (.qzss, "GQ"), (.qzssLegacy, "QZ"), (.navIC, "GI"), (.combined, "GN"), (Talker("II"), "II"),
    ] as [(Talker, String)])
  func isItsTwoCharacters(talker: Talker, text: String) throws {
    #expect(talker.description == text)
    let json = try JSONEncoder().encode([talker])
    #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([Talker].self, from: json) == [talker])
  }

  @Test func keepsTheFirstCharacterInTheLowerByte() {
    // G is 47, P is 50.
    #expect(Talker.gps.rawValue == 0x5047)
    #expect(Talker(rawValue: 0x5047) == .gps)
  }

  @Test(arguments: ["[\"G\"]", "[\"GPS\"]", "[\"Ä\"]", "[\"\"]", "[5]", "[null]"])
  func isNotDecodedFromAnythingElse(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Talker].self, from: Data(json.utf8))
    }
  }

  @Test func aFormatterIsItsThreeCharacters() {
    // G, G and A are 47, 47 and 41.
    #expect(SentenceFormatter(rawValue: 0x41_4747).description == "GGA")
    #expect(SentenceAddress("GPGGA")?.formatter == SentenceFormatter(rawValue: 0x41_4747))
  }
}
