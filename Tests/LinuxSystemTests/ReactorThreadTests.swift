// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ReactorThreadTests {
  /// What residents have done, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  private final class Member: Resident {
    private let name: String
    private let log: Log
    private let thread = pthread_self()
    var deadline: Duration?

    init(_ name: String, _ log: Log, due deadline: Duration? = nil) {
      (self.name, self.log, self.deadline) = (name, log, deadline)
      log.add("\(name) is here")
    }

    deinit { log.add(pthread_equal(thread, pthread_self()) != 0 ? "\(name) is gone" : "elsewhere") }

    func serve(_ ready: Reactor.Ready) {
      deadline = nil
      log.add("\(name) was due")
    }

    func say(_ text: String) { log.add("\(name): \(text)") }
  }

  private let thread = ReactorThread()
  private let log = Log()

  @Test func servesResidentsOnItsThread() throws {
    let (one, other) = (
      try thread.add { [log] _ in Member("Ada", log, due: .zero) },
      try thread.add { [log] _ in Member("Bob", log) }
    )
    #expect(eventually { log.all.contains("Ada was due") })
    one.post { $0.say("hello") }
    thread.remove(one)
    #expect(log.all.suffix(2) == ["Ada: hello", "Ada is gone"], "it waits")
    one.post { $0.say("nobody is there") }
    thread.remove(one)
    thread.remove(other)
    #expect(log.all.last == "Bob is gone")
  }

  @Test func startsAgainOnceThePreviousThreadHasEnded() throws {
    for _ in 0..<50 {
      let address = try thread.add { [log] _ in Member("Ada", log) }
      thread.remove(address)
    }
    #expect(log.all == (0..<50).flatMap { _ in ["Ada is here", "Ada is gone"] })
  }

  @Test func aResidentRemovesItselfWithoutWaiting() throws {
    let address = try thread.add { [log] _ in Member("Ada", log) }
    address.post { [thread] member in
      member.say("good-bye")
      thread.remove(address)
      member.say("still here")
    }
    #expect(eventually { log.all.last == "Ada is gone" })
    #expect(log.all == ["Ada is here", "Ada: good-bye", "Ada: still here", "Ada is gone"])
  }

  @Test func manyThreadsAddPostAndRemove() throws {
    let threads = (0..<4).compactMap { _ in
      POSIXThread { [thread, log] in
        for _ in 0..<100 {
          guard let address = try? thread.add({ _ in Member("Ada", log) }) else { return }
          address.post { $0.say("hello") }
          thread.remove(address)
        }
      }
    }
    for thread in threads { thread.join() }
    for line in ["Ada is here", "Ada: hello", "Ada is gone"] {
      #expect(log.all.count { $0 == line } == 400)
    }
  }

  @Test func releasesWorkThatNobodyPerformsAnyMore() throws {
    let address = try thread.add { [log] _ in Member("Ada", log) }
    thread.remove(address)
    weak var captured: Log?
    do {
      let other = Log()
      captured = other
      address.post { _ in other.add("never") }
    }
    #expect(eventually { captured == nil })
  }
}
