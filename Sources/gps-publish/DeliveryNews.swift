// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationPublishing

/// Status reports from the threads of all destinations, for the main thread.
final class DeliveryNews: Sendable {
  typealias Item = (destination: Int, status: DeliveryStatus)

  private let items = Mutex<[Item]>([])
  private let wakeUp: WakeUp

  init() throws { wakeUp = try WakeUp() }

  var descriptor: CInt { wakeUp.descriptor }

  /// Adds a thread's report; consecutive deliveries are combined into one.
  func report(_ status: DeliveryStatus, of destination: Int) {
    items.withLock { items in
      if case .delivered(let more) = status, let last = items.last,
        last.destination == destination, case .delivered(let count) = last.status
      {
        items[items.count - 1].status = .delivered(count + more)
      } else {
        items.append((destination, status))
      }
    }
    wakeUp.signal()
  }

  func drain() -> [Item] {
    wakeUp.clear()
    return items.withLock { items in
      defer { items = [] }
      return items
    }
  }
}
