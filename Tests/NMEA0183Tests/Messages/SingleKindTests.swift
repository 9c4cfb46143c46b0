// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// The kinds that a program can read without the others.
@Suite struct SingleKindTests {
  private let bodies = [
    "GNGGA,225444,4916.5,N,12311.25,W,1,08,1.5,25.5,M,-17,M,,",
    "GPRMC,225446,A,4916.5,N,12311.25,W,000.5,054.7,191194,020.3,E",
    "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1",
    "GLGSV,1,1,01,65,40,083,46",
    "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K",
  ]

  /// Calls `body` with each sentence and its reader.
  private func sentences(_ bodies: [String], _ body: (Sentence, borrowing MessageReader) -> Void) {
    var reader = MessageReader()
    for text in bodies {
      let bytes = Array(SentenceEncoder.sentence(body: text).utf8)
      #expect(reader.push(bytes.span.bytes) == bytes.count)
      while let sentence = reader.nextSentence() { body(sentence, reader) }
    }
  }

  @Test func readsTheSameAsTheMessage() {
    var found: [Message] = []
    sentences(bodies) { sentence, reader in
      if let gga = GGA(sentence, in: reader) { found.append(.gga(gga)) }
      if let rmc = RMC(sentence, in: reader) { found.append(.rmc(rmc)) }
      if let gsa = GSA(sentence, in: reader) { found.append(.gsa(gsa)) }
      if let gsv = GSV(sentence, in: reader) { found.append(.gsv(gsv)) }
      if let vtg = VTG(sentence, in: reader) { found.append(.vtg(vtg)) }
    }
    #expect(found == bodies.compactMap { Message(SentenceEncoder.sentence(body: $0)) })
    #expect(found.count == 5)
  }

  @Test func isNilWithoutAReadableTimeOrCoordinate() {
    let damaged = [
      "GPGGA,995444,4916.5,N,12311.25,W,1,08,1.5,25.5,M,-17,M,,",
      "GPGGA,225444,4976.5,N,12311.25,W,1,08,1.5,25.5,M,-17,M,,",
    ]
    var count = 0
    sentences(damaged) { sentence, reader in
      count += 1
      #expect(GGA(sentence, in: reader) == nil)
    }
    #expect(count == 2)
  }

  @Test func isNilForAProprietarySentenceWithTheSameLetters() {
    sentences(["PXRMC,225446,A"]) { sentence, reader in #expect(RMC(sentence, in: reader) == nil) }
  }
}
