// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@testable import LinuxLocation

@Suite struct CallbackInboxTests {
  private let inbox = CallbackInbox()
  private let called = Mutex<[Int]>([])

  private func callback(_ number: Int, _ body: @escaping @Sendable () -> Void = {}) -> QueuedCall {
    QueuedCall { [called] in
      called.withLock { $0.append(number) }
      body()
    }
  }

  @Test func manyCostOneWakeUp() {
    #expect(inbox.add(callback(1)))
    #expect(!inbox.add(callback(2)))
    #expect(!inbox.drain())
    #expect(called.withLock { $0 } == [1, 2])
    #expect(inbox.add(callback(3)))
  }

  @Test func whatIsAddedMeanwhileWaitsForAnotherTurn() {
    let next = callback(2)
    _ = inbox.add(
      callback(1) { [inbox] in
        #expect(!inbox.add(next))
        // As in a run loop that a callback runs.
        #expect(!inbox.drain())
      })
    #expect(inbox.drain())
    #expect(called.withLock { $0 } == [1])
    #expect(!inbox.drain())
    #expect(called.withLock { $0 } == [1, 2])
  }
}
