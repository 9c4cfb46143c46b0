// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Testing

@Suite struct PollLoopTests {
  /// What a loop has called, in order.
  private final class Calls {
    var names: [String] = []
  }

  private let calls = Calls()
  private let interruption: WakeUp
  /// The ends of a pipe for reading and for writing.
  private let pipe: (output: CInt, input: CInt)

  init() throws {
    interruption = try WakeUp()
    var ends: [CInt] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    pipe = (ends[0], ends[1])
  }

  private func closePipe() {
    close(pipe.output)
    close(pipe.input)
  }

  @Test func callsTheHandlersOfWhatIsReadyAndDueInOrder() throws {
    defer { closePipe() }
    let other = try WakeUp()
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.whenDue(.zero) { [calls] now in calls.names.append(now > .zero ? "due" : "") }
    loop.whenReady(pipe.input, for: POLLOUT) { [calls] in calls.names.append("writable") }
    loop.whenReady(other.descriptor) { [calls] in calls.names.append("readable") }
    loop.whenReady(pipe.output) { [calls] in calls.names.append("empty") }
    loop.whenReady(nil) { [calls] in calls.names.append("nothing") }
    loop.whenDue(nil) { [calls] _ in calls.names.append("never") }
    other.signal()
    #expect(try loop.run { calls.names.count == 3 } == .done)
    #expect(calls.names == ["writable", "readable", "due"])
  }

  @Test func asksForDescriptorsAndDeadlinesInEachRound() throws {
    defer { closePipe() }
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.whenReady(self.calls.names.isEmpty ? pipe.input : nil, for: POLLOUT) { [calls] in
      calls.names.append("writable")
    }
    loop.whenDue(self.calls.names.count == 1 ? .zero : nil) { [calls, interruption] _ in
      calls.names.append("due")
      interruption.signal()
    }
    #expect(try loop.run() == .interrupted)
    #expect(calls.names == ["writable", "due"])
  }

  @Test func endsBeforeItCallsWhatIsReadyAtTheSameTime() throws {
    defer { closePipe() }
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.whenReady(pipe.input, for: POLLOUT) { [calls] in calls.names.append("writable") }
    interruption.signal()
    #expect(try loop.run() == .interrupted)
    #expect(try loop.run { true } == .done, "it does not even wait")
    #expect(calls.names.isEmpty)
  }

  @Test func endsWhenNobodyReads() throws {
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.endWithReader(of: pipe.input)
    #expect(try loop.run(until: .zero) == .timeIsUp)
    close(pipe.output)
    defer { close(pipe.input) }
    #expect(try loop.run() == .interrupted)
  }

  @Test func endsWithTheErrorOfAHandler() throws {
    defer { closePipe() }
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.whenReady(pipe.input, for: POLLOUT) { throw SystemError("try", "it", errno: EIO) }
    loop.whenDue(.zero) { [calls] _ in calls.names.append("due") }
    #expect(throws: SystemError.self) { try loop.run() }
    #expect(calls.names.isEmpty)
  }

  @Test func callsADeadlineThatPassesWhileItWaits() throws {
    defer { closePipe() }
    let due = monotonicNow() + .milliseconds(20)
    var loop = PollLoop(endingBy: interruption.descriptor)
    loop.whenDue(self.calls.names.isEmpty ? due : nil) { [calls] now in
      calls.names.append(now >= due ? "due" : "early")
    }
    #expect(try loop.run(until: due + .milliseconds(20)) == .timeIsUp)
    #expect(calls.names == ["due"])
  }
}
