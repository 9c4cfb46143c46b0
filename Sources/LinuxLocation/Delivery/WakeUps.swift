// Core Location for Linux. SPDX-License-Identifier: MIT

/// The queues to wake once a lock has been released.
struct WakeUps {
  /// Kept apart from the others, because there is rarely another, and an array would be allocated.
  private var first: QueuedCall?
  private var others: [QueuedCall] = []

  mutating func add(_ wakeUp: QueuedCall?) {
    guard let wakeUp else { return }
    if first == nil { first = wakeUp } else { others.append(wakeUp) }
  }

  func call() {
    first?.call()
    for other in others { other.call() }
  }
}
