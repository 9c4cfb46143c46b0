// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine

/// What a manager has not told yet: bounded, and the newest locations win.
///
/// A program whose main thread does something else for a day must not keep a day's locations.
final class PendingDeliveries: Sendable {
  static let limit = 256

  private let deliveries = Guarded<[Delivery]>([])

  /// Adds one; true if nobody is on the way to take it yet.
  func add(_ delivery: Delivery) -> Bool {
    deliveries.withLock { deliveries in
      if deliveries.count >= Self.limit, let oldest = deliveries.firstIndex(where: \.isRepeated) {
        deliveries.remove(at: oldest)
      }
      deliveries.append(delivery)
      return deliveries.count == 1
    }
  }

  /// Takes all, the oldest first.
  func take() -> [Delivery] {
    deliveries.withLock { deliveries in
      defer { deliveries.removeAll(keepingCapacity: true) }
      return deliveries
    }
  }
}

extension Delivery {
  /// Whether the next one of its kind says all that it says, and comes by itself.
  var isRepeated: Bool { run?.service == .standard || run?.service == .heading }
}
