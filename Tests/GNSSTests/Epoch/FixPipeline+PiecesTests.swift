// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// The events are the same however the bytes are divided.
@Suite struct FixPipelinePiecesTests {
  /// Returns epochs of a receiver on a bad line: sentences are lost, damaged and repeated, with noise in between.
  static func hostileStream(seed: UInt64, epochs: Int) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for instant in 0..<epochs {
      for body in burst(clock(instant * 200), &random) where !random.oneIn(30) {
        var line = Array(SentenceEncoder.sentence(body: body).utf8)
        if random.oneIn(30), let place = line.indices.randomElement(using: &random) {
          line[place] = UInt8.random(in: 0...255, using: &random)
        }
        if random.oneIn(40) { line.removeLast(Int.random(in: 1...line.count, using: &random)) }
        bytes += random.oneIn(40) ? line + line : line
        if random.oneIn(20) {
          bytes += (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
      }
    }
    return bytes
  }

  private static func burst(_ time: String, _ random: inout SeededGenerator) -> [String] {
    let status = random.oneIn(15) ? "V" : "A"
    let void = random.oneIn(50) ? ["GPRMC,,V,,,,,,,,,,N"] : []
    return void + [
      rmc(time, status: status), vtg(), gga(time, quality: random.oneIn(20) ? "0" : "1"), gsa(),
      gsa([65, 66], talker: "GL"), gst(time), gsv(Array(1...Int.random(in: 1...4, using: &random))),
      zda(time),
    ]
  }

  private static func events(_ bytes: [UInt8], _ length: (Int) -> Int) -> [ReceiverReport] {
    var listener = Listener(FixPipeline(undatedFixesHeld: 3))
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(length(rest.count))
      listener.receive(bytes: piece)
      rest = rest.dropFirst(piece.count)
    }
    listener.finish()
    return listener.events
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func areTheSameHoweverTheBytesAreCut(seed: UInt64) {
    let bytes = Self.hostileStream(seed: seed, epochs: 400)
    let whole = Self.events(bytes) { $0 }
    // The stream contains the defects that it is meant to, and still results in fixes.
    #expect((250...420).contains(whole.fixes.count))
    #expect(whole.losses.count > 10)
    #expect(
      whole.contains { event in
        if case .defects(let defects) = event {
          defects.checksumMismatches > 0 && defects.noiseBytes > 0 && defects.brokenSentences > 0
        } else {
          false
        }
      })
    #expect(
      whole.contains { event in
        if case .satellites = event { true } else { false }
      })

    for length in [1, 2, 3, 7, 64, 512] {
      #expect(Self.events(bytes) { _ in length } == whole, "in pieces of \(length)")
    }
    var random = SeededGenerator(seed: seed + 100)
    #expect(
      Self.events(bytes) { _ in Int.random(in: 1...200, using: &random) } == whole,
      "in pieces of any length")
  }

  @Test(arguments: [0, 1, 20, 100, 300, 5000, 20_000])
  func aCopyGoesOnByItself(place: Int) {
    let bytes = Self.hostileStream(seed: 9, epochs: 100)
    let whole = Self.events(bytes) { $0 }
    var original = Listener(FixPipeline(undatedFixesHeld: 3))
    original.receive(bytes: bytes.prefix(place))
    var copy = original
    // What the original receives from now on does not affect the copy.
    original.receive(bytes: Self.hostileStream(seed: 10, epochs: 20))
    original.finish()
    copy.receive(bytes: bytes.dropFirst(place))
    copy.finish()
    #expect(copy.events == whole)
  }

  @Test func countsSentencesAndDefects() {
    var listener = Listener()
    listener.receive(gga(clock(0)), "PXXXX,1", rmc(clock(0)))
    #expect(listener.pipeline.sentences == 3)
    #expect(listener.pipeline.defects == Defects())
    #expect(listener.receive(bytes: Array("$GPGGA,1*00\r\n".utf8)) == [])
    // Defects are reported with the next sentence, or at the end.
    let defects = with(Defects()) { $0.checksumMismatches = 1 }
    #expect(listener.receive(gsv()) == [.defects(defects)])
    #expect(listener.pipeline.sentences == 4)
    #expect(listener.finish().contains(.defects(defects)) == false)
  }

  /// They show that this is a receiver, at the right rate.
  @Test func countsSentencesThatCannotBeRead() {
    var listener = Listener()
    listener.receive("GPGGA,1234567890,5130.0000,N,00007.5000,W,1,08,1.2,40.5,M,47.25,M,,")
    #expect(listener.pipeline.sentences == 1 && listener.pipeline.progress.sentences == 1)
    #expect(listener.pipeline.positionReports == 0)
    #expect(listener.pipeline.defects.unreadableSentences == 1)
  }
}
