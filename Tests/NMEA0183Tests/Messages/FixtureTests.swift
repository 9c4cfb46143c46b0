// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// The sentences in `Fixtures/sentences`: at least two for every kind of message.
@Suite struct FixtureTests {
  @Test(arguments: Message.allKinds)
  func everyKindOfMessageHasSentencesThatSurviveWriting(kind: String) throws {
    let sentences = try Fixtures.sentences(kind)
    #expect(sentences.count >= 2)
    for sentence in sentences {
      let decoded = DecodedInput(sentence)
      #expect(decoded.defects.isEmpty, "\(sentence)")
      let message = try #require(decoded.messages.first, "\(sentence)")
      #expect(message.content?.kind == kind, "\(sentence)")

      let written = try #require(SentenceEncoder().sentence(for: message), "\(sentence)")
      #expect(DecodedInput(written).messages == [message], "\(written)")
      #expect(DecodedInput(written).defects.isEmpty, "\(written)")
    }
  }

  @Test func noKindIsListedTwice() {
    #expect(Set(Message.allKinds).count == Message.allKinds.count)
  }

  @Test func everyFixtureBelongsToAKindOfMessage() throws {
    #expect(try Fixtures.sentenceFiles() == Message.allKinds.sorted().map { "\($0).nmea" })
  }

  @Test func theFixturesCarryTheirLineEnds() throws {
    for kind in Message.allKinds {
      for sentence in try Fixtures.sentences(kind) {
        #expect(sentence.hasPrefix("$") && sentence.hasSuffix("\r\n"), "\(sentence)")
        #expect(!sentence.dropLast().contains { $0.isNewline }, "\(sentence)")
      }
    }
  }
}
