// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import GNSS
import Glibc
import LinuxSystem
import NMEA0183
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver

/// Which events listeners are notified of, and what happens when the last of them stops.
struct ReceiverListenerTests {
  private static let sentence = SentenceEncoder.sentence(
    body: "GPRMC,120000.00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")

  private func supervisor(
    _ terminal: PseudoTerminal, longestDelay: Duration = .seconds(5)
  ) throws -> ReceiverSupervisor {
    var options = SupervisionOptions()
    options.rate = .b9600
    options.longestDelay = longestDelay
    return try ReceiverSupervisor(
      .source(Source(identity: "tty:\(terminal.path)", kind: SerialSource(terminal.path))),
      options: options, rates: nil)
  }

  /// Waits for an event, and returns all events that were received until then.
  private func events(
    of listener: ReceiverListener, until isAwaited: (ReceiverEvent) -> Bool
  ) throws -> [ReceiverEvent] {
    let deadline = monotonicNow() + .seconds(20)
    var events: [ReceiverEvent] = []
    while !events.contains(where: isAwaited) {
      var ready = [pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)]
      try #require(wait(for: &ready, until: deadline))
      events += listener.drain()
    }
    return events
  }

  private func isOpen(_ event: ReceiverEvent) -> Bool {
    if case .status(let status) = event.content, case .detectingRate = status.current?.state {
      true
    } else {
      false
    }
  }

  private func isFix(_ event: ReceiverEvent) -> Bool {
    event.fix != nil
  }

  private func bytes(_ events: [ReceiverEvent]) -> String {
    let bytes = events.flatMap { event in
      if case .bytes(let received) = event.content { received.bytes } else { [UInt8]() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// When the listener stops, the bytes are in the kernel, several times what is read at once.
  @Test(arguments: 0..<20)
  func stopReturnsWhatIsStillInTheKernel(round: Int) throws {
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

  @Test func sendsTheCurrentStateToALateListener() throws {
    let terminal = try PseudoTerminal()
    let supervisor = try supervisor(terminal)
    let first = try supervisor.listen()
    _ = try events(of: first, until: isOpen)
    let second = try supervisor.listen()
    #expect(try events(of: second, until: isOpen).first.map(isOpen) == true)
  }

  /// The first events are passed on without a lock of the supervisor.
  @Test func aListenerMayAddAnotherOneFromItsFirstEvent() throws {
    let watchdog = Watchdog("adding a listener in a listener")
    let terminal = try PseudoTerminal()
    let supervisor = try supervisor(terminal)
    let first = try supervisor.listen()
    _ = try events(of: first, until: isOpen)
    // Released by this thread, since the receiver's may not do so.
    let third = Mutex<ReceiverListener?>(nil)
    let isTold = DispatchSemaphore(value: 0)
    let second = try supervisor.observe { _ in
      guard third.withLock({ $0 == nil }), let listener = try? supervisor.listen() else { return }
      third.withLock { $0 = listener }
      isTold.signal()
    }
    isTold.wait()
    _ = try events(of: #require(third.withLock { $0 }), until: isOpen)
    withExtendedLifetime(second) {}
    watchdog.end()
  }

  /// Returns whether no program has the port open, by opening it for a moment.
  private func isFree(_ terminal: PseudoTerminal) -> Bool {
    do {
      _ = try SerialPort(path: terminal.path)
      return true
    } catch {
      return false
    }
  }

  @Test func closesThePortWhenTheLastListenerStops() throws {
    let terminal = try PseudoTerminal()
    let listener = try supervisor(terminal).listen()
    _ = try events(of: listener, until: isOpen)
    _ = listener.stop()
    #expect(isFree(terminal))
  }

  /// A listener that comes while the last one goes gets a new thread, and no listener waits forever.
  @Test(.timeLimit(.minutes(2))) func listenersMayComeAndGoConcurrently() throws {
    let terminal = try PseudoTerminal()
    let supervisor = try supervisor(terminal)
    let failures = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 {
        guard let observation = try? supervisor.observe({ _ in }) else {
          failures.withLock { $0 += 1 }
          return
        }
        withExtendedLifetime(observation) {}
      }
    }
    #expect(failures.withLock { $0 } == 0)
    #expect(isFree(terminal))
  }

  /// A listener that does not return blocks the receiver's thread, as stopping the process would.
  @Test(arguments: [("without bytes", false), ("with bytes, as for a display", true)])
  func discardsWhatArrivedWhileTheProcessStoodStill(reason: String, takesBytes: Bool) throws {
    let (terminal, other) = (try PseudoTerminal(), try PseudoTerminal())
    func epochs(_ tenths: ClosedRange<Int>) -> String {
      tenths.map { tenth in
        let second = String(100 + tenth / 10).dropFirst()
        return SentenceEncoder.sentence(
          body:
            "GPRMC,1200\(second).\(tenth % 10)0,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
      }
      .joined()
    }
    let witness = try supervisor(other).listen()
    _ = try events(of: witness, until: isOpen)
    let received = Mutex<[Int]>([])
    let isHeld = Mutex(true)
    let observation = try supervisor(terminal, longestDelay: .nanoseconds(1)).observe(
      takesBytes: takesBytes, keepsOldBytes: false
    ) { events in
      let tenths = events.compactMap { $0.fix?.time?.time.nanosecondsOfDay }
        .map { Int(($0 - 43_200_000_000_000) / 100_000_000) }
      received.withLock { $0 += tenths }
      // Since the second fix, the time between fixes is known, and so is when the last one is lost.
      if tenths.contains(1) { _ = eventually { !isHeld.withLock { $0 } } }
    }
    // With a delay that short, these may be discarded, too.
    let isHolding = eventually(every: .milliseconds(50)) {
      if received.withLock({ $0.contains(1) }) { return true }
      terminal.send(epochs(0...1))
      return false
    }
    #expect(isHolding)
    terminal.send(epochs(2...5))
    // The same, but later: when this fix is lost, the other one has been for longer.
    other.send(epochs(0...1))
    _ = try events(of: witness) {
      if case .report(.fixLost) = $0.content { true } else { false }
    }
    isHeld.withLock { $0 = false }
    var tenth = 100
    let isNew = eventually(every: .milliseconds(50)) {
      if received.withLock({ $0.contains { $0 >= 100 } }) { return true }
      terminal.send(epochs(tenth...tenth))
      tenth += 1
      return false
    }
    #expect(isNew, "what arrives afterwards is passed on")
    #expect(received.withLock { !$0.contains(where: (2...5).contains) })
    withExtendedLifetime(observation) {}
  }

  @Test func passesBytesOnlyToListenersThatTakeThem() throws {
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

  @Test func keepsThirtyTwoMegabytesForASlowListener() throws {
    let mailbox = try Mailbox(capacity: 1)
    let megabytes = ReceivedBytes(bytes: [UInt8](repeating: 0, count: 1 << 24), time: 0)
    for _ in 0..<3 { mailbox.put([ReceiverEvent(.bytes(megabytes), at: .zero)]) }
    #expect(mailbox.droppedBytes == 1 << 24)
    #expect(mailbox.drain().count == 2)
    mailbox.put([ReceiverEvent(.bytes(megabytes), at: .zero)])
    #expect(mailbox.drain().count == 1)
  }
}
