// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The deliveries that a client has not received yet: bounded, so that the oldest locations are dropped.
///
/// A program whose main thread is busy for a day must not accumulate a day's locations.
final class PendingDeliveries: Sendable {
  static let limit = 256

  private struct Content {
    var waiting: [Delivery] = []
    /// The storage for new deliveries while others are delivered.
    var spare: [Delivery] = []
    /// Counts what is waiting as underway.
    var passage: DeliveryTraffic.Passage?
  }

  /// The deliveries underway in a simulation; `nil` outside of one.
  private let traffic: DeliveryTraffic?
  private let content = Mutex(Content())

  init(_ traffic: DeliveryTraffic? = nil) { self.traffic = traffic }

  /// Adds a delivery; returns true if no call of ``drain(_:)`` has been requested yet.
  func add(_ delivery: Delivery) -> Bool {
    content.withLock { content in
      if content.waiting.count >= Self.limit,
        let oldest = content.waiting.firstIndex(where: \.isRepeated)
      {
        content.waiting.remove(at: oldest)
      }
      content.waiting.append(delivery)
      guard content.waiting.count == 1 else { return false }
      content.passage = traffic?.departure()
      return true
    }
  }

  /// Passes on all deliveries, the oldest first.
  func drain(_ sink: (Delivery) -> Void) {
    var passage: DeliveryTraffic.Passage?
    var deliveries = content.withLock { content in
      (passage, content.passage) = (content.passage, nil)
      return content.waiting.exchange(for: &content.spare)
    }
    withExtendedLifetime(passage) {
      for delivery in deliveries { sink(delivery) }
    }
    deliveries.removeAll(keepingCapacity: true)
    content.withLock { $0.spare = deliveries }
  }
}

extension Array {
  /// Returns the content and replaces it with that of `spare`, which becomes empty.
  mutating func exchange(for spare: inout [Element]) -> [Element] {
    let content = self
    self = spare
    spare = []
    return content
  }
}

extension Delivery {
  /// Whether the next delivery of its kind supersedes it, and arrives without a request.
  var isRepeated: Bool {
    if case .update = callback { return true }
    return run?.service == .standard || run?.service == .heading
  }
}
