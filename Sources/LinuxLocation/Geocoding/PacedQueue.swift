// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The queue on which a session calls its delegate, one call at a time, with a bounded number of waiting calls.
///
/// FoundationNetworking reads as fast as a server sends, and queues a call for each piece of up to 16 KB. While the queue
/// is full, the thread that adds a call waits, and with it the transfer.
// Proof of Sendable: its superclass is Sendable, and its own properties are constant, or guarded by the condition.
final class PacedQueue: OperationQueue, @unchecked Sendable {
  /// The most calls that wait.
  private let capacity: Int
  private let condition = NSCondition()
  private var waiting = 0

  init(capacity: Int) {
    self.capacity = capacity
    super.init()
    maxConcurrentOperationCount = 1
  }

  override func addOperation(_ block: @escaping @Sendable () -> Void) {
    condition.lock()
    while waiting >= capacity { condition.wait() }
    waiting += 1
    condition.unlock()
    super.addOperation { [self] in
      block()
      condition.lock()
      waiting -= 1
      condition.signal()
      condition.unlock()
    }
  }
}
