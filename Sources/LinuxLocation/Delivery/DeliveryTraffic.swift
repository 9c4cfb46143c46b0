// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The deliveries that an application has not finished with yet, so that a simulation can wait for them.
package final class DeliveryTraffic: Sendable {
  private let content = Mutex(Content())

  private struct Content {
    var underway = 0
    var waiting: [DispatchSemaphore] = []
  }

  package init() {}

  /// Counts a delivery as underway until the returned value is released.
  package func departure() -> Passage {
    content.withLock { $0.underway += 1 }
    return Passage(self)
  }

  /// Counts what the caller is doing on the main queue as underway, with what it starts there; does nothing elsewhere.
  ///
  /// A loop in a task of the main actor begins in a later turn than the manager that was started beside it.
  func departureOfTurn() {
    guard Thread.isMainThread || MainCallbackQueue.isCurrent else { return }
    let passage = departure()
    // The first is called when this turn is over, and the second after all that it has started.
    DispatchQueue.main.async { DispatchQueue.main.async { withExtendedLifetime(passage) {} } }
  }

  /// Waits until nothing is underway; returns false if that takes longer than `patience`.
  package func wait(for patience: Duration) -> Bool {
    let hasArrived = DispatchSemaphore(value: 0)
    let isQuiet = content.withLock { content in
      if content.underway > 0 { content.waiting.append(hasArrived) }
      return content.underway == 0
    }
    if isQuiet { return true }
    let end = DispatchTime.now() + .nanoseconds(Int(patience / .nanoseconds(1)))
    return hasArrived.wait(timeout: end) == .success
  }

  private func arrived() {
    let waiting = content.withLock { content in
      content.underway -= 1
      return content.underway == 0 ? exchange(&content.waiting, with: []) : []
    }
    for semaphore in waiting { semaphore.signal() }
  }

  package final class Passage: Sendable {
    private let traffic: DeliveryTraffic
    fileprivate init(_ traffic: DeliveryTraffic) { self.traffic = traffic }
    deinit { traffic.arrived() }
  }
}
