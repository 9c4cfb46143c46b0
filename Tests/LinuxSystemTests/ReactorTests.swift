// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Testing

@Suite struct ReactorTests {
  /// What a reactor has called, in order.
  private final class Calls {
    var names: [String] = []
  }

  private let calls = Calls()
  private let interruption: WakeUp
  private let reactor: Reactor
  /// The ends of a pipe for reading and for writing.
  private let pipe: (output: CInt, input: CInt)

  init() throws {
    interruption = try WakeUp()
    reactor = try Reactor(endingBy: interruption.descriptor)
    var ends: [CInt] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    pipe = (ends[0], ends[1])
  }

  private func closePipe() {
    close(pipe.output)
    close(pipe.input)
  }

  @Test func callsTheHandlersOfWhatIsReadyOrDueInOrder() throws {
    defer { closePipe() }
    let other = try WakeUp()
    reactor.whenReady(pipe.input, for: POLLOUT) { [calls] in calls.names.append("writable") }
    reactor.whenDue(.zero) { [calls] now in calls.names.append(now > .zero ? "due" : "") }
    reactor.whenReady(other.descriptor) { [calls] in calls.names.append("readable") }
    reactor.whenReady(pipe.output) { [calls] in calls.names.append("empty") }
    reactor.whenReady(nil) { [calls] in calls.names.append("nothing") }
    reactor.whenDue(nil) { [calls] _ in calls.names.append("never") }
    other.signal()
    #expect(try reactor.run { calls.names.count == 3 } == .done)
    #expect(calls.names == ["writable", "due", "readable"])
  }

  @Test func asksForDescriptorsAndDeadlinesInEachRound() throws {
    defer { closePipe() }
    reactor.whenReady(self.calls.names.isEmpty ? pipe.input : nil, for: POLLOUT) { [calls] in
      calls.names.append("writable")
    }
    reactor.whenDue(self.calls.names.count == 1 ? .zero : nil) { [calls, interruption] _ in
      calls.names.append("due")
      interruption.signal()
    }
    #expect(try reactor.run() == .interrupted)
    #expect(calls.names == ["writable", "due"])
  }

  @Test func endsBeforeItCallsWhatIsReadyAtTheSameTime() throws {
    defer { closePipe() }
    reactor.whenReady(pipe.input, for: POLLOUT) { [calls] in calls.names.append("writable") }
    interruption.signal()
    #expect(try reactor.run() == .interrupted)
    #expect(try reactor.run { true } == .done, "it does not even wait")
    #expect(calls.names.isEmpty)
  }

  @Test func endsWhenNobodyReads() throws {
    reactor.endWithReader(of: pipe.input)
    #expect(try reactor.run(until: .zero) == .timeIsUp)
    close(pipe.output)
    defer { close(pipe.input) }
    #expect(try reactor.run() == .interrupted)
  }

  @Test func endsWithTheErrorOfAHandler() throws {
    defer { closePipe() }
    reactor.whenReady(pipe.input, for: POLLOUT) { throw SystemError("try", "it", errno: EIO) }
    reactor.whenDue(.zero) { [calls] _ in calls.names.append("due") }
    #expect(throws: SystemError.self) { try reactor.run() }
    #expect(calls.names.isEmpty)
  }

  @Test func callsADeadlineThatPassesWhileItWaits() throws {
    defer { closePipe() }
    let due = monotonicNow() + .milliseconds(20)
    reactor.whenDue(self.calls.names.isEmpty ? due : nil) { [calls] now in
      calls.names.append(now >= due ? "due" : "early")
    }
    #expect(try reactor.run(until: due + .milliseconds(20)) == .timeIsUp)
    #expect(calls.names == ["due"])
  }

  /// A resident that counts how often it is served, and is always ready if it has a pipe that can be written to.
  private final class Counter: Resident {
    var count = 0
    var states: [Int16] = []
    var lateness: Duration?
    var deadline: Duration?
    var served: (() -> Void)?
    private let descriptors: [CInt?]

    init(_ descriptors: CInt?..., due deadline: Duration? = nil) {
      (self.descriptors, self.deadline) = (descriptors, deadline)
    }

    func watch(_ watched: inout Reactor.Watched) {
      for descriptor in descriptors { watched.add(descriptor, for: POLLIN | POLLOUT) }
    }

    func serve(_ ready: Reactor.Ready) {
      count += 1
      states = descriptors.indices.map { ready[$0] }
      lateness = ready.lateness
      served?()
    }
  }

  @Test func servesEveryResidentOnceARoundHoweverBusyAnotherIs() throws {
    defer { closePipe() }
    let (busy, due) = (Counter(pipe.input), Counter(due: .zero))
    reactor.add(busy)
    reactor.add(due)
    for _ in 0..<100 { try reactor.run(until: .zero) }
    #expect((busy.count, due.count) == (100, 100))
  }

  @Test func reportsTheStateOfEachDescriptor() throws {
    defer { closePipe() }
    let counter = Counter(nil, pipe.output, pipe.input)
    reactor.add(counter)
    try reactor.run(until: .zero)
    #expect(counter.states == [0, 0, Int16(POLLOUT)])
  }

  @Test func servesAResidentFromTheInboxFromTheNextRoundOn() throws {
    defer { closePipe() }
    let served = Mutex(0)
    reactor.inbox.post { reactor in
      let counter = Counter(nil, due: .zero)
      counter.served = { served.withLock { $0 += 1 } }
      reactor.add(counter)
    }
    try reactor.run(until: .zero)
    #expect(served.withLock { $0 } == 0)
    try reactor.run(until: .zero)
    #expect(served.withLock { $0 } == 1)
  }

  @Test func reportsHowLateItIs() throws {
    defer { closePipe() }
    let (slow, other) = (Counter(due: .zero), Counter(due: .zero))
    slow.served = { usleep(30_000) }
    reactor.add(other)
    reactor.add(slow)
    var lateness: [Duration] = []
    other.served = { lateness.append(other.lateness ?? .zero) }
    try reactor.run { other.count == 2 }
    other.served = nil
    #expect(
      lateness[0] < .seconds(1),
      "what is to be served at once is not late, however long ago it was due")
    #expect(lateness[1] >= .milliseconds(30), "a resident has taken its time")
  }

  @Test func residentsComeAndGoWhileItRuns() throws {
    defer { closePipe() }
    let (first, second, third) = (Counter(due: .zero), Counter(due: .zero), Counter(due: .zero))
    reactor.add(first)
    let address = reactor.add(second)
    first.served = { [unowned reactor] in
      reactor.remove(address)
      if first.count == 1 { reactor.add(third) }
    }
    for _ in 0..<2 { try reactor.run(until: .zero) }
    #expect(first.count == 2)
    #expect(second.count == 0, "it was removed in the round in which it was due")
    #expect(third.count == 1, "it was added after the first wait")
    first.served = nil
  }

  @Test func releasesAResidentThatIsRemoved() throws {
    defer { closePipe() }
    weak var resident: Counter?
    do {
      let counter = Counter(pipe.input)
      resident = counter
      let address = reactor.add(counter)
      reactor.remove(address)
    }
    #expect(resident == nil)
  }

  @Test func stopsBeforeTheNextResidentIsServed() throws {
    defer { closePipe() }
    let (first, second) = (Counter(due: .zero), Counter(due: .zero))
    reactor.add(first)
    reactor.add(second)
    first.served = { [unowned reactor] in reactor.stop() }
    #expect(try reactor.run() == .done)
    #expect((first.count, second.count) == (1, 0))
    first.served = nil
  }

  @Test func performsTheWorkOfOtherThreadsInOrder() throws {
    defer { closePipe() }
    let counter = Counter(pipe.output)
    let (address, inbox) = (reactor.add(counter), reactor.inbox)
    let thread = try #require(
      POSIXThread {
        address.post { $0.count += 1 }
        address.post { $0.count *= 10 }
        inbox.post { $0.remove(address) }
        address.post { $0.count = -1 }
        inbox.post { $0.stop() }
      })
    #expect(try reactor.run() == .done)
    thread.join()
    #expect(counter.count == 10)
  }
}
