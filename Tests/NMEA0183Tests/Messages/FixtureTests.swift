// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// The sentences in `Fixtures/sentences`: at least two for every kind of message.
@Suite struct FixtureTests {
  @Test(arguments: try Fixtures.messageKinds())
  func everyKindOfMessageHasSentencesThatSurviveWriting(kind: String) throws {
    let sentences = try Fixtures.sentences(kind)
    #expect(sentences.count >= 2)
    for sentence in sentences {
      let reading = Reading(sentence)
      #expect(reading.defects.isEmpty, "\(sentence)")
      let message = try #require(reading.messages.first, "\(sentence)")
      #expect(Mirror(reflecting: message).children.first?.label == kind.lowercased(), "\(sentence)")

      let written = try #require(SentenceEncoder().sentence(for: message), "\(sentence)")
      #expect(Reading(written).messages == [message], "\(written)")
      #expect(Reading(written).defects.isEmpty, "\(written)")
    }
  }

  @Test func theCasesOfMessageAreFound() throws {
    let kinds = try Fixtures.messageKinds()
    #expect(kinds.first == "GGA")
    #expect(kinds.last == "PQTMVER")
    #expect(Set(kinds).count == kinds.count)
    #expect(kinds.count >= 27)
  }

  @Test func everyFixtureBelongsToAKindOfMessage() throws {
    #expect(try Fixtures.sentenceFiles() == Fixtures.messageKinds().sorted().map { "\($0).nmea" })
  }

  @Test func theFixturesCarryTheirLineEnds() throws {
    let kinds = try Fixtures.messageKinds()
    for kind in kinds {
      for sentence in try Fixtures.sentences(kind) {
        #expect(sentence.hasPrefix("$") && sentence.hasSuffix("\r\n"), "\(sentence)")
        #expect(!sentence.dropLast().contains { $0.isNewline }, "\(sentence)")
      }
    }
  }
}
