// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NMEA0183
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver

/// What listeners are told, and what is left for the last of them.
struct ReceiverListenerTests {
  private static let sentence = SentenceEncoder.sentence(
    body: "GPRMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")

  private func supervisor(_ terminal: PseudoTerminal) throws -> ReceiverSupervisor {
    var options = SupervisionOptions()
    options.rate = .b9600
    return try ReceiverSupervisor(
      .place(Candidate(identity: "tty:\(terminal.path)", place: .port(terminal.path))),
      options: options)
  }

  /// Waits for an event; all that were taken until then.
  private func events(
    of listener: ReceiverListener, until isAwaited: (ReceiverEvent) -> Bool
  ) throws -> [ReceiverEvent] {
    let deadline = monotonicNow() + .seconds(20)
    var events: [ReceiverEvent] = []
    while !events.contains(where: isAwaited) {
      var ready = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      events += listener.take()
    }
    return events
  }

  private func isOpen(_ event: ReceiverEvent) -> Bool {
    if case .status(let status) = event, case .detectingRate = status.current?.state {
      true
    } else {
      false
    }
  }

  private func isFix(_ event: ReceiverEvent) -> Bool {
    if case .fix = event { true } else { false }
  }

  private func bytes(_ events: [ReceiverEvent]) -> String {
    let bytes = events.flatMap { event in
      if case .bytes(let received) = event { received.bytes } else { [UInt8]() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes are in the kernel when it is said that nobody listens any more, several times what is read at
  /// once.
  @Test(arguments: 0..<20)
  func stopTakesWhatNobodyHasReadYet(round: Int) throws {
    let terminal = try PseudoTerminal()
    let listener = try supervisor(terminal).listen(takesBytes: true)
    var taken = try events(of: listener, until: isOpen)
    let sent = String(repeating: Self.sentence, count: 400)
    let count = terminal.send(sent)
    try #require(count > 8192)
    taken += listener.stop()
    #expect(Array(bytes(taken).utf8) == Array(sent.utf8.prefix(count)))
    #expect(listener.stop().isEmpty)
  }

  @Test func whoComesLaterIsToldHowItStands() throws {
    let terminal = try PseudoTerminal()
    let supervisor = try supervisor(terminal)
    let first = try supervisor.listen()
    _ = try events(of: first, until: isOpen)
    let second = try supervisor.listen()
    #expect(second.take().contains(where: isOpen))
  }

  @Test func tellsBytesToThoseWhoAskedForThem() throws {
    let terminal = try PseudoTerminal()
    let supervisor = try supervisor(terminal)
    let other = try supervisor.listen()
    let listener = try supervisor.listen(takesBytes: true)
    var taken = try events(of: listener, until: isOpen)
    terminal.send(Self.sentence)
    taken += try events(of: listener, until: isFix)
    #expect(bytes(taken) == Self.sentence)
    #expect(bytes(try events(of: other, until: isFix)) == "")
    #expect(listener.droppedBytes == 0)
  }

  @Test func keepsThirtyTwoMegabytesForOneWhoIsSlow() throws {
    let mailbox = try Mailbox(capacity: 1)
    let megabytes = ReceivedBytes(bytes: [UInt8](repeating: 0, count: 1 << 24), time: 0)
    for _ in 0..<3 { mailbox.put([.bytes(megabytes)]) }
    #expect(mailbox.droppedBytes == 1 << 24)
    #expect(mailbox.dropped == 0)
    #expect(mailbox.take().count == 2)
    mailbox.put([.bytes(megabytes)])
    #expect(mailbox.take().count == 1)
  }
}
