// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSSReceiver

/// Which of the received bytes are passed on to the listeners that have asked for them.
struct ReceivedBytesTests {
  private static let dongle = Source(
    identity: "usb:1546:01a8:1", kind: SerialSource("/dev/ttyACM0"), likelihood: .certain)
  private static let satellites = bytes("GPGSV,1,1,01,05,40,083,45")
  private static let position = bytes(
    "GPRMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
  private static let text = bytes("GPTXT,01,01,02,hello")
  private static let millisecond: Int64 = 1_000_000

  private static func bytes(_ body: String) -> [UInt8] {
    Array(SentenceEncoder.sentence(body: body).utf8)
  }

  /// Returns the bytes passed on from pieces that arrive a millisecond apart, the first at 1 ms since 1970.
  private func received(
    _ pieces: [[UInt8]], isNamed: Bool, areWanted: Bool = true
  ) -> [ReceivedBytes] {
    var supervisor = Supervisor(isNamed: isNamed)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    for (index, piece) in pieces.enumerated() {
      supervisor.received(
        Self.dongle.identity, piece.span.bytes,
        time: areWanted ? Int64(index + 1) * Self.millisecond : nil, at: .milliseconds(index + 1),
        into: &effects)
    }
    return effects.takeEvents().compactMap {
      if case .bytes(let received) = $0.content { received } else { nil }
    }
  }

  @Test func nobodyPaysWhoDidNotAsk() {
    #expect(received([Self.position, Self.position], isNamed: true, areWanted: false).isEmpty)
  }

  @Test(arguments: [true, false])
  func tellsAllFromTheFirstByteOn(isNamed: Bool) {
    let pieces = [
      [0xB5, 0x62], Array(Self.satellites.prefix(5)), Array(Self.satellites.dropFirst(5)),
      Self.position, Self.text,
    ]
    let received = received(pieces, isNamed: isNamed)
    #expect(received.map(\.bytes) == pieces)
    #expect(received.map { $0.time / Self.millisecond } == [1, 2, 3, 4, 5])
  }

  @Test func tellsWhatANamedDeviceSaysWithoutAPosition() {
    #expect(
      received([Self.text, Self.text], isNamed: true).map(\.bytes) == [Self.text, Self.text])
    #expect(received([Self.text, Self.text], isNamed: false).isEmpty)
  }

  @Test func tellsNothingOfWhatCameAtAWrongRate() {
    var supervisor = Supervisor(isNamed: true)
    var effects = Supervisor.Effects()
    supervisor.appeared(Self.dongle, at: .zero, into: &effects)
    supervisor.opened(Self.dongle.identity, at: .zero, into: &effects)
    let garbage = [UInt8](repeating: 0xFF, count: 100)
    supervisor.received(
      Self.dongle.identity, garbage.span.bytes, time: 1, at: .zero, into: &effects)
    // Each rate is tried for 2.2 s.
    supervisor.elapse(to: .milliseconds(2200), into: &effects)
    supervisor.received(
      Self.dongle.identity, Self.position.span.bytes, time: 2, at: .milliseconds(2300),
      into: &effects)
    let told = effects.takeEvents().flatMap { event in
      if case .bytes(let received) = event.content { received.bytes } else { [UInt8]() }
    }
    #expect(told == Self.position)
  }

  @Test func keepsPiecesOfOneMillisecondTogether() {
    var unproven = UnprovenBytes()
    unproven.add(ReceivedBytes(bytes: [1], time: 1_999_998))
    unproven.add(ReceivedBytes(bytes: [2], time: 1_999_999))
    unproven.add(ReceivedBytes(bytes: [3], time: 2_000_000))
    #expect(unproven.pieces.map(\.bytes) == [[1, 2], [3]])
    #expect(unproven.pieces.map(\.time) == [1_999_998, 2_000_000])
  }
}
