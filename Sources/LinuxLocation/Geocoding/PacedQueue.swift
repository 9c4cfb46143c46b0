// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

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

/// The turns for which the requests of a whole process wait: a second apart, as public servers demand.
final class RequestTurns: Sendable {
  static let shared = RequestTurns()

  private let interval: Duration
  private let following = Mutex<ContinuousClock.Instant?>(nil)

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Takes the next turn, and returns its time; `now` if no other request is before it.
  func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    following.withLock { following in
      let turn = max(following ?? now, now)
      following = turn + interval
      return turn
    }
  }

  func next() async throws { try await Task.sleep(until: turn(at: .now), clock: .continuous) }
}
