// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// What a manager has not told yet: bounded, and the newest locations win.
///
/// A program whose main thread does something else for a day must not keep a day's locations.
final class PendingDeliveries: Sendable {
  static let limit = 256

  private struct Content {
    var waiting: [Delivery] = []
    /// Room for the next ones, while others are told.
    var spare: [Delivery] = []
  }

  private let content = Guarded(Content())

  /// Adds one; true if nobody is on the way to tell it yet.
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
  func passOn(_ sink: (Delivery) -> Void) {
    var taken = content.withLock { $0.waiting.exchange(for: &$0.spare) }
    for delivery in taken { sink(delivery) }
    taken.removeAll(keepingCapacity: true)
    content.withLock { $0.spare = taken }
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
