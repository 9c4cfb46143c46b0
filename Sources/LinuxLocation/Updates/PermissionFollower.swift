// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch

/// A client that contributes to the permission, and reports its changes to a session and its loops until it is ended.
final class PermissionFollower: Sendable {
  /// Where changes are reported, one at a time and in order, under no lock.
  static let queue = DispatchQueue(label: "CoreLocation.sessions")

  private let engine: LocationEngine
  private let membership: EngineMembership
  private let hub = EventHub<Permission>(capacity: 1)

  /// - Parameter changed: called on ``queue`` with each new permission.
  init(
    _ engine: LocationEngine, _ role: ClientRole,
    _ changed: @escaping @Sendable (Permission) -> Void = { _ in }
  ) {
    self.engine = engine
    let pending = PendingDeliveries(engine.traffic)
    let report: @Sendable () -> Void = { [hub] in
      pending.passOnNext { delivery in
        guard case .permission(let permission) = delivery.callback else { return }
        changed(permission)
        hub.send(permission)
      }
    }
    let wakeUp = QueuedCall { Self.queue.async(execute: report) }
    membership = EngineMembership(engine, role) { pending.add($0) ? wakeUp : nil }
    engine.change { $0.renewPermission(at: .now, into: &$1) }
  }

  /// Returns a loop over the present permission and each change; of those that it has not received, only the newest is kept.
  func loop() -> EventHub<Permission>.Loop {
    hub.loop { engine.read(\.permission) }
  }

  func end() {
    membership.end()
    hub.finish()
  }
}
