// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

/// Calls that a session adds faster than the queue makes them.
struct PacedQueueTests {
  @Test func whoeverAddsACallWaitsUntilThereIsRoom() {
    let queue = PacedQueue(capacity: 2)
    let gate = DispatchSemaphore(value: 0)
    let added = Mutex(0)
    POSIXThread.detach {
      for _ in 0..<5 {
        queue.addOperation { gate.wait() }
        added.withLock { $0 += 1 }
      }
    }
    // Another call is added only once one has ended.
    for ended in 0..<3 {
      #expect(eventually { added.withLock { $0 } == 2 + ended })
      gate.signal()
    }
    #expect(eventually { added.withLock { $0 } == 5 })
    for _ in 3..<5 { gate.signal() }
    queue.waitUntilAllOperationsAreFinished()
  }
}
