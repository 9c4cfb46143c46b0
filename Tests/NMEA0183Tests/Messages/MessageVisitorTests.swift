// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct MessageVisitorTests {
  /// Notes by which of its methods each message came.
  private struct Notes: MessageVisitor {
    mutating func visit(_ message: GGA, _ output: (String) -> Void) { output("GGA") }
    mutating func visit(_ message: RMC, _ output: (String) -> Void) { output("RMC") }
    mutating func visit(_ message: GSA, _ output: (String) -> Void) { output("GSA") }
    mutating func visit(_ message: VTG, _ output: (String) -> Void) { output("VTG") }
    mutating func visit(_ message: GSV, _ output: (String) -> Void) { output("GSV") }
    mutating func visit(_ message: GLL, _ output: (String) -> Void) { output("GLL") }
    mutating func visit(_ message: Message, _ output: (String) -> Void) { output("another") }
    mutating func visit(_ defects: Defects, _ output: (String) -> Void) {
      output("\(defects.total) dropped")
    }
  }

  /// Takes messages of all kinds as such.
  private struct Messages: MessageVisitor {
    mutating func visit(_ message: Message, _ output: (Message) -> Void) { output(message) }
  }

  private static let bodies = [
    "GGA,120000.00,4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,",
    "RMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A",
    "GSA,A,3,05,07,,,,,,,,,,,1.9,1.0,1.6", "VTG,60.0,T,,M,2.0,N,3.7,K,A",
    "GSV,1,1,01,05,40,083,45", "GLL,4732.6220,N,00940.9980,E,120000.00,A,A",
  ]

  private func notes(_ text: String, piece: Int) -> [String] {
    var framer = SentenceFramer()
    var visitor = Notes()
    var notes: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: piece) {
      let end = min(start + piece, bytes.count)
      framer.read(bytes.span.bytes.extracting(start..<end), into: &visitor) { notes.append($0) }
    }
    return notes
  }

  /// Instruments on boats speak as `II` or `EC`, older receivers of BeiDou as `BD`.
  @Test(arguments: ["GP", "GN", "BD", "II", "EC", "XX"], [1, 7, 4096])
  func takesEachKindByItsMethodWhoeverSpeaks(talker: String, piece: Int) {
    let text = Self.bodies.map { SentenceEncoder.sentence(body: talker + $0) }.joined()
    #expect(
      notes(text, piece: piece).filter { !$0.hasSuffix("dropped") }
        == Self.bodies.map { String($0.prefix(3)) })
  }

  @Test func takesTheMakerThatIsATalkerByTheMethodsToo() {
    let text = SentenceEncoder.sentence(body: "PQGSA,A,3,05,,,,,,,,,,,,1.9,1.0,1.6,1")
    #expect(notes(text, piece: 4096) == ["GSA"])
  }

  @Test func tellsWhatWasDroppedBeforeTheMessageThatFollows() {
    let good = SentenceEncoder.sentence(body: "GPVTG,60.0,T,,M,2.0,N,3.7,K,A")
    #expect(notes("noise" + good + good, piece: 4096) == ["5 dropped", "VTG", "VTG"])
    #expect(notes(good + "$GPVTG*00\r\n" + good, piece: 4096).suffix(2) == ["1 dropped", "VTG"])
  }

  /// An unreadable time: the sentence is counted and not handed over; another unreadable field is counted alone.
  @Test func passesOverWhatCannotBeUsed() {
    let good = SentenceEncoder.sentence(body: "GPVTG,60.0,T,,M,2.0,N,3.7,K,A")
    let unusable = SentenceEncoder.sentence(
      body: "GPGGA,12x000,4732.6220,N,00940.9980,E,1,08,1.0,396.0,M,47.0,M,,")
    let odd = SentenceEncoder.sentence(body: "GPVTG,x,T,,M,2.0,N,3.7,K,A")
    #expect(notes(good + unusable + good, piece: 4096) == ["VTG", "2 dropped", "VTG"])
    #expect(notes(good + odd, piece: 4096) == ["VTG", "1 dropped", "VTG"])
  }

  @Test func handsOverWhatIsReadOneByOne() {
    let text =
      (["GP", "EC"].flatMap { talker in Self.bodies.map { talker + $0 } } + [
        "GPTXT,01,01,02,x", "PUBX,04,120000.00", "GPXYZ,1",
      ])
      .map { SentenceEncoder.sentence(body: $0) }.joined()
    var framer = SentenceFramer()
    _ = framer.push(Array(text.utf8).span.bytes)
    var expected: [Message] = []
    while let message = framer.nextMessage() { expected.append(message) }
    #expect(expected.count == 15)
    var visitor = Messages()
    var found: [Message] = []
    var reader = SentenceFramer()
    reader.read(Array(text.utf8).span.bytes, into: &visitor) { found.append($0) }
    #expect(found == expected)
  }
}
