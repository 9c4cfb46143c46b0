// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
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

  private func drain() -> Bool { inbox.drain { [called] in called.withLock { $0.append(0) } } }

  /// A zero stands for a request to call the rest.
  @Test func manyCostOneWakeUp() {
    #expect(inbox.add(callback(1)))
    #expect(!inbox.add(callback(2)))
    #expect(!drain())
    #expect(called.withLock { $0 } == [0, 1, 2])
    #expect(inbox.add(callback(3)))
  }

  @Test func whatIsAddedMeanwhileWaitsForAnotherTurn() {
    let next = callback(2)
    _ = inbox.add(callback(1) { [inbox] in #expect(inbox.add(next)) })
    #expect(drain())
    #expect(called.withLock { $0 } == [1])
    #expect(!drain())
    #expect(called.withLock { $0 } == [1, 2])
  }

  @Test func aLoopWithinACallbackCallsWhatFollows() {
    let added = callback(3)
    _ = inbox.add(
      callback(1) { [inbox] in
        _ = inbox.add(added)
        #expect(!inbox.drain {})
      })
    _ = inbox.add(callback(2))
    #expect(!drain())
    #expect(called.withLock { $0 } == [0, 1, 2, 3])
  }

  @Test func twoThreadsDoNotCallAtOnce() {
    _ = inbox.add(
      callback(1) { [inbox] in
        let (hasReturned, isRefused) = (DispatchSemaphore(value: 0), Mutex(false))
        Thread {
          let isLeft = inbox.drain {}
          isRefused.withLock { $0 = !isLeft }
          hasReturned.signal()
        }.start()
        hasReturned.wait()
        #expect(isRefused.withLock { $0 })
      })
    _ = inbox.add(callback(2))
    #expect(!drain())
    #expect(called.withLock { $0 } == [0, 1, 2])
  }
}
