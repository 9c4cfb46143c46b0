// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct MessageReaderTests {
  private static let bodies = [
    "GGA,120000.00,4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,",
    "RMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A",
    "GSA,A,3,05,07,,,,,,,,,,,1.9,1.0,1.6", "VTG,60.0,T,,M,2.0,N,3.7,K,A",
    "GSV,1,1,01,05,40,083,45", "GLL,4732.6220,N,00940.9980,E,120000.00,A,A",
  ]
  private static let vtg = SentenceEncoder.sentence(body: "GPVTG,60.0,T,,M,2.0,N,3.7,K,A")

  /// Returns the kinds of the messages handed over and the numbers of defects reported, in order.
  private func handedOver(_ text: String, piece: Int = 4096) -> [String] {
    var reader = MessageReader()
    var events: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let end = min(start + piece, bytes.count)
      reader.read(
        bytes.span.bytes.extracting(start..<end),
        dropped: { events.append("\($0.total) dropped") },
        { events.append($0.content?.kind ?? "other") })
    }
    reader.finish { events.append("\($0.total) dropped") }
    return events
  }

  /// The talker of instruments on boats is `II` or `EC`, that of older BeiDou receivers `BD`.
  @Test(arguments: ["GP", "GN", "BD", "II", "EC", "XX"], [1, 7, 4096])
  func readsEachKindWhoeverSpeaks(talker: String, piece: Int) {
    let text = Self.bodies.map { SentenceEncoder.sentence(body: talker + $0) }.joined()
    #expect(handedOver(text, piece: piece) == Self.bodies.map { String($0.prefix(3)) })
  }

  @Test func takesTwoSentencesOfQualcommForQZSS() {
    let text = SentenceEncoder.sentence(body: "PQGSA,A,3,05,,,,,,,,,,,,1.9,1.0,1.6,1")
    #expect(handedOver(text) == ["GSA"])
  }

  @Test(arguments: [1, 7, 4096])
  func reportsWhatWasDroppedBeforeTheMessageThatFollows(piece: Int) {
    #expect(
      handedOver("noise" + Self.vtg + Self.vtg, piece: piece) == ["5 dropped", "VTG", "VTG"])
    #expect(
      handedOver(Self.vtg + "$GPVTG*00\r\n" + Self.vtg, piece: piece)
        == ["VTG", "1 dropped", "VTG"])
  }

  @Test func reportsAtTheEndWhatWasDroppedBehindTheLastMessage() {
    #expect(handedOver(Self.vtg + "noise") == ["VTG", "5 dropped"])
    #expect(handedOver(Self.vtg + "$GPVTG,6") == ["VTG", "1 dropped"])
    #expect(handedOver(Self.vtg) == ["VTG"])
  }

  /// A sentence with an unreadable time is counted and not handed over; any other unreadable field is counted alone.
  @Test(arguments: [1, 4096])
  func passesOverWhatCannotBeUsed(piece: Int) {
    let unusable = SentenceEncoder.sentence(
      body: "GPGGA,12x000,4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,")
    let odd = SentenceEncoder.sentence(body: "GPVTG,x,T,,M,2.0,N,3.7,K,A")
    #expect(
      handedOver(Self.vtg + unusable + Self.vtg, piece: piece) == ["VTG", "2 dropped", "VTG"])
    #expect(handedOver(Self.vtg + odd, piece: piece) == ["VTG", "1 dropped", "VTG"])
  }

  @Test func handsOverWhatIsReadOneByOne() {
    let text =
      (["GP", "EC"].flatMap { talker in Self.bodies.map { talker + $0 } } + [
        "GPTXT,01,01,02,x", "PUBX,04,120000.00", "GPXYZ,1",
      ])
      .map { SentenceEncoder.sentence(body: $0) }.joined()
    let bytes = Array(text.utf8)
    var reader = MessageReader()
    _ = reader.push(bytes.span.bytes)
    var expected: [Message] = []
    while let message = reader.next() { expected.append(message) }
    #expect(expected.count == 15)
    var found: [Message] = []
    var other = MessageReader()
    other.read(bytes.span.bytes) { found.append($0) }
    #expect(found == expected)
  }
}
