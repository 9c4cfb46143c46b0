// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// What a delegate has not received yet: bounded, and the newest locations win.
///
/// A program whose main thread does something else for a day must not keep a day's locations.
final class PendingDeliveries: Sendable {
  static let limit = 256

  private struct Content {
    var waiting: [Delivery] = []
    /// Room for the next ones, while others are delivered.
    var spare: [Delivery] = []
  }

  private let content = Mutex(Content())

  /// Adds one; true if nothing is on the way to deliver it yet.
  func add(_ delivery: Delivery) -> Bool {
    content.withLock { content in
      if content.waiting.count >= Self.limit,
        let oldest = content.waiting.firstIndex(where: \.isRepeated)
      {
        content.waiting.remove(at: oldest)
      }
      content.waiting.append(delivery)
      return content.waiting.count == 1
    }
  }

  /// Hands over all, the oldest first.
  func drain(_ sink: (Delivery) -> Void) {
    var deliveries = content.withLock { $0.waiting.exchange(for: &$0.spare) }
    for delivery in deliveries { sink(delivery) }
    deliveries.removeAll(keepingCapacity: true)
    content.withLock { $0.spare = deliveries }
  }
}

extension Array {
  /// What it held; it holds what `spare` did, which is empty from now on.
  mutating func exchange(for spare: inout [Element]) -> [Element] {
    let content = self
    self = spare
    spare = []
    return content
  }
}

extension Delivery {
  /// Whether the next one of its kind says all that it says, and comes by itself.
  var isRepeated: Bool { run?.service == .standard || run?.service == .heading }
}
