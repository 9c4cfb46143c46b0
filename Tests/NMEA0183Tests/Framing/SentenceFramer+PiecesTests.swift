// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import TestSupport
import Testing

/// The sentences and the counts are the same however the bytes are divided.
@Suite struct SentenceFramerPiecesTests {
  /// Returns a stream in which anything may occur: intact and damaged sentences, binary frames, line noise.
  static func hostileMix(seed: UInt64, parts: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<parts { bytes += part(&random) }
    return bytes
  }

  private static let whole = [
    checked("GPGGA,064210,5131,N,00007,W,1,05,1.8,41.5,M,47,M,,"),
    checked("GPRMC,064211.00,A,5131.20000,N,00007.32000,W,0.512,,140619,,,A"),
    checked("GNGSA,A,3,67,68,77,78,84,,,,,,,,1.04,0.56,0.88,2"),
    checked("GPGSV,1,1,02,02,67,201,44,06,30,061,38,1"),
    checked("GPGGA,064210,51x1,N,00007,W,1,05,1.8,41.5,M,47,M,,"),
    checked("GPVTG,054.7,T,0x4.4,M,005.5,N,010.2,K"),
    checked("GPTXT,01,01,02,ho! ho\\ $".replacing("$", with: "")),
    checked("PASHR,1,2,3"), String(checked("GPHDT,1.5,T").dropFirst()), checked("gpgga,1"),
    checked(""),
    "!" + checked("AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0").dropFirst(),
    SentenceFramerLengthTests.sentence(of: 1024), SentenceFramerLengthTests.sentence(of: 1025),
    SentenceFramerLengthTests.sentence(of: 1026), SentenceFramerLengthTests.sentence(of: 134),
  ]

  private static let damaged = [
    "$", "!", "\\", "*", "$GPGGA,12*", "$GPGGA,12*4", "$$GPGGA,1*00", "$GPGGA,1", "!AIVDM,1*0",
    "\\s:x*31\\", "\\s:x*32\\", "\\s:x*31", "\\c:1735689600*5D\\ ", "\\\\",
    "\\" + String(repeating: "y", count: 300) + "\\",
  ]

  private static func part(_ random: inout SeededGenerator) -> [UInt8] {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      let line = Array((whole.randomElement(using: &random) ?? "").utf8)
      // One time in five, one byte of it is replaced.
      guard random.oneIn(5), let place = line.indices.randomElement(using: &random) else {
        return line
      }
      return with(line) { $0[place] = UInt8.random(in: 0...255, using: &random) }
    case 5...6: return Array((damaged.randomElement(using: &random) ?? "").utf8)
    case 7: return [0xB5, 0x62] + noise(upTo: 60, &random)
    case 8: return [0xD3, 0x00] + noise(upTo: 200, &random)
    default:
      return Array((["\r\n", "\n", "\r", "\r\r\n", ""].randomElement(using: &random) ?? "").utf8)
    }
  }

  private static func noise(upTo count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...count, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
  }

  @Test(arguments: [SentenceFramer.ChecksumPolicy.required, .optional], [1, 2, 3] as [UInt64])
  func areTheSameHoweverTheBytesAreCut(policy: SentenceFramer.ChecksumPolicy, seed: UInt64) {
    let bytes = Self.hostileMix(seed: seed, parts: 2000)
    let whole = DecodedInput(bytes, checksums: policy)
    // The mix contains every kind of input that it is meant to.
    #expect(whole.sentences.count > 400)
    #expect(whole.sentences.contains { $0.tag != nil })
    #expect(whole.sentences.contains { $0.message == nil })
    let defects = whole.defects
    #expect(
      [
        defects.checksumMismatches, defects.brokenSentences, defects.oversizedSentences,
        defects.malformedAddresses, defects.damagedTagBlocks, defects.unreadableSentences,
        defects.unreadableFields, defects.noiseBytes,
      ].allSatisfy { $0 > 0 })
    #expect((defects.missingChecksums > 0) == (policy == .required))

    for pieceLength in [1, 2, 3, 7, 64, 512] {
      let cut = DecodedInput(bytes, pieceLength: pieceLength, checksums: policy)
      #expect(cut == whole, "in pieces of \(pieceLength)")
    }
  }

  @Test func everySentenceFoundIsIntact() {
    for sentence in DecodedInput(Self.hostileMix(seed: 4, parts: 4000)).sentences {
      let isBare = sentence.text.first != "$" && sentence.text.first != "!"
      let body = sentence.text.dropFirst(isBare ? 0 : 1).dropLast(3)
      #expect(checksum(of: String(body)) == sentence.text.suffix(2).uppercased())
      #expect(sentence.text.utf8.count <= SentenceFramer.maximumLength)
      #expect(sentence.text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
  }

  @Test func whatIsNotDamagedComesThrough() {
    // Intact sentences, each after binary noise that breaks whatever was open.
    var random = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    var expected: [String] = []
    for number in 0..<1000 {
      let sentence = checked("PTEST,\(number)")
      expected.append(sentence)
      bytes += Self.noise(upTo: 100, &random) + [0xFF] + Array(sentence.utf8)
    }
    let found = DecodedInput(bytes).texts.filter { $0.hasPrefix("$PTEST") }
    #expect(found == expected)
  }
}
