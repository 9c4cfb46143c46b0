// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The deliveries that a client has not received yet: bounded, so that the oldest locations are dropped.
///
/// A program whose main thread is busy for a day must not accumulate a day's locations.
final class PendingDeliveries: Sendable {
  static let limit = 256

  /// The deliveries underway in a simulation; `nil` outside of one.
  private let traffic: DeliveryTraffic?
  /// With what counts each as underway in a simulation.
  private let waiting = Mutex<[(delivery: Delivery, passage: DeliveryTraffic.Passage?)]>([])

  init(_ traffic: DeliveryTraffic? = nil) { self.traffic = traffic }

  /// Adds a delivery; returns whether a call of ``passOnNext(to:)`` has to be requested for it, as for all that wait.
  func add(_ delivery: Delivery) -> Bool {
    waiting.withLock { waiting in
      let oldest =
        waiting.count < Self.limit ? nil : waiting.firstIndex { $0.delivery.isRepeated }
      if let oldest { waiting.remove(at: oldest) }
      waiting.append((delivery, traffic?.departure()))
      return oldest == nil
    }
  }

  func passOnNext(to sink: (Delivery) -> Void) {
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let next else { return }
    withExtendedLifetime(next.passage) { sink(next.delivery) }
  }
}

extension Delivery {
  /// Whether the next delivery of its kind supersedes it, and arrives without a request.
  var isRepeated: Bool {
    if case .update = callback { return true }
    return run?.service == .standard || run?.service == .heading
  }
}
