// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// A follower of the permission, which sends its changes to streams until it is ended.
final class PermissionFollower: Sendable {
  static let queue = DispatchQueue(label: "CoreLocation.sessions")

  private let engine: LocationEngine
  private let membership: EngineMembership
  private let audience: Audience

  private final class Audience: Sendable {
    let members = Mutex<[@Sendable (Permission?) -> Void]>([])
  }

  var client: EngineClientID { membership.client }

  /// - Parameter changed: called under the engine's lock, with each new permission.
  init(_ engine: LocationEngine, _ changed: @escaping @Sendable (Permission) -> Void) {
    self.engine = engine
    let audience = Audience()
    self.audience = audience
    membership = EngineMembership(engine) { delivery in
      guard case .permission(let permission) = delivery.callback else { return }
      changed(permission)
      for member in audience.members.withLock({ $0 }) { member(permission) }
    }
    engine.change { [membership] in $0.clients[membership.client]?.followsPermission = true }
  }

  /// Returns a stream of the present permission and each change, transformed; of unread elements, only the newest is kept.
  func stream<Element: Sendable>(
    _ transform: @escaping @Sendable (Permission) -> Element
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(1))
    continuation.yield(transform(engine.read(\.permission)))
    audience.members.withLock { members in
      members.append { permission in
        guard let permission else { return continuation.finish() }
        continuation.yield(transform(permission))
      }
    }
    return stream
  }

  /// Ends the follower and its streams.
  func end() {
    membership.end()
    for member in audience.members.withLock({ $0 }) { member(nil) }
    audience.members.withLock { $0.removeAll() }
  }
}
