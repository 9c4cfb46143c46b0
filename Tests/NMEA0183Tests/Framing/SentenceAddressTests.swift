// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct SentenceAddressTests {
  @Test(
    arguments: [
      ("a talker and a formatter", "GPGGA", "GP", "GGA", false),
      ("digits", "G1234", "G1", "234", false),
      ("proprietary", "PUBX", nil, nil, true), ("proprietary of five", "PGRME", nil, nil, true),
      ("proprietary of eight", "PQTMVERX", nil, nil, true),
      ("proprietary of twenty-four", "PABCDEFGHIJKLMNOPQRSTUVW", nil, nil, true),
      ("too long for a formatter", "GPGGAX", nil, nil, false),
      ("too short for one", "GPG", nil, nil, false),
    ] as [(String, String, String?, String?, Bool)])
  func takesItsPartsFromTheirPlaces(
    name: String, text: String, talker: String?, formatter: String?, isProprietary: Bool
  ) throws {
    let address = try #require(SentenceAddress(text))
    #expect(address.description == text)
    #expect(address.count == text.utf8.count)
    #expect(address.talker?.description == talker)
    #expect(address.formatter?.description == formatter)
    #expect(address.isProprietary == isProprietary)
    // The same address, read from a sentence.
    let sentence = try #require(DecodedInput(checked(text + ",1")).sentences.first)
    #expect(sentence.address == text)
  }

  @Test(arguments: [
    ("empty", ""), ("two", "GP"), ("twenty-five", "PABCDEFGHIJKLMNOPQRSTUVWX"), ("small", "gpgga"),
    ("one small", "GPGGa"), ("a comma", "GP,GA"), ("a comma behind", "GPGGA,"),
    ("a blank", "GP GA"),
    ("below 0", "GP/GA"), ("above 9", "GP:GA"), ("below A", "GP@GA"), ("above Z", "GP[GA"),
    ("not ASCII", "GPGÄ"), ("a small one of six", "GPGGAx"), ("a small one of nine", "PABCDEFGh"),
  ])
  func isNil(name: String, text: String) {
    #expect(SentenceAddress(text) == nil)
  }

  @Test(arguments: Array(UInt8(0x20)...0x7E))
  func letsCapitalsAndDigitsPassInEveryPlace(byte: UInt8) {
    let character = String(Unicode.Scalar(byte))
    let isFine = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
    for length in [3, 5, 8, 12] {
      for place in 0..<length {
        var characters = Array(repeating: "G", count: length)
        characters[place] = character
        #expect((SentenceAddress(characters.joined()) != nil) == isFine, "\(characters)")
      }
    }
  }

  @Test func differsInEveryPlace() throws {
    let first = try #require(SentenceAddress("PABCDEFGHIJKLMNO"))
    let same = try #require(SentenceAddress("PABCDEFGHIJKLMNO"))
    #expect(first == same)
    #expect(first.hashValue == same.hashValue)
    #expect(first != SentenceAddress("PABCDEFGHIJKLMNX"))
    #expect(first != SentenceAddress("PABCDEFGHIJKLMN"))
    #expect(SentenceAddress("PABCDEFG") != SentenceAddress("PABCDEFGH"))
  }
}
