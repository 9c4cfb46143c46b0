// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LocationService
package import NIOCore
package import NIOPosix

/// Which connections are served if there are too many.
package protocol ConnectionSlots {
  associatedtype ID: Hashable
  associatedtype Holder: ConnectionHolder
  init()
  /// Whether connections wait outside until the owners of the others are known.
  var isCrowded: Bool { get }
  /// Admits a connection, or records its owner; returns the connection to close, which may be this one.
  mutating func take(_ id: ID, as holder: Holder) -> ID?
  mutating func leave(_ id: ID)
}

package protocol ConnectionHolder: Hashable {
  /// It is not known yet.
  static var unknown: Self { get }
}

/// The connections of a site, each of which is served once it is known whose it is.
///
/// Everything here is called on one event loop.
package final class SiteConnections<Slots: ConnectionSlots> where Slots.ID == ObjectIdentifier {
  private let owners: LookUpQueue<ObjectIdentifier, TCPConnection, UInt32?>
  private var handlers: [ObjectIdentifier: RequestHandler] = [:]
  private var slots = Slots()
  /// The sockets on which clients connect.
  private var listeners: [any Channel] = []
  private var acceptsMore = true
  package private(set) var haveStopped = false

  /// - Parameter pool: its thread looks owners up.
  package init(on eventLoop: any EventLoop, _ pool: NIOThreadPool) {
    owners = LookUpQueue(on: eventLoop, pool) { connections in
      let users = TCPConnection.owners(of: connections)
      return connections.map { users[$0] }
    }
  }

  package subscript(id: ObjectIdentifier) -> RequestHandler? { handlers[id] }

  func listen(on listener: any Channel) { listeners.append(listener) }

  /// Serves a connection, once its owner is known.
  ///
  /// - Parameters:
  ///   - channel: where to look for the owner; `nil` if that does not matter.
  ///   - holder: whose the connection is, given the user at its other end; `nil` if the kernel does not tell.
  package func add(
    _ handler: RequestHandler, at channel: (any Channel)?,
    _ holder: @escaping (UInt32?) -> Slots.Holder
  ) {
    guard !haveStopped else { return handler.close() }
    let id = ObjectIdentifier(handler)
    handlers[id] = handler
    guard let connection = channel?.withSocket({ TCPConnection($0) }), let connection else {
      return identified(handler, as: holder(nil), nil)
    }
    guard take(handler, as: .unknown) else { return }
    owners.ask(connection, for: id) { [weak self, weak handler] user in
      guard let self, let handler else { return }
      identified(handler, as: holder(user), user)
    }
  }

  private func identified(_ handler: RequestHandler, as holder: Slots.Holder, _ user: UInt32?) {
    guard handlers[ObjectIdentifier(handler)] != nil, take(handler, as: holder) else { return }
    handler.identified(isOwnUser: user == geteuid())
  }

  /// Finds a place for a connection, at the expense of another one if there are too many; returns false if there is
  /// none.
  package func take(_ handler: RequestHandler, as holder: Slots.Holder) -> Bool {
    let closed = slots.take(ObjectIdentifier(handler), as: holder)
    if let closed { handlers[closed]?.close() }
    acceptOrWait()
    return closed != ObjectIdentifier(handler)
  }

  /// Lets connections wait in the kernel, in their order, while too many are not known yet: closing them instead would close
  /// those of Prometheus among a crowd.
  private func acceptOrWait() {
    guard slots.isCrowded == acceptsMore else { return }
    acceptsMore = !slots.isCrowded
    for listener in listeners {
      try? listener.syncOptions?.setOption(.autoRead, value: acceptsMore)
    }
  }

  package func remove(_ handler: RequestHandler) {
    let id = ObjectIdentifier(handler)
    handlers[id] = nil
    slots.leave(id)
    acceptOrWait()
    _ = owners.withdraw(id)
  }

  package func stop() {
    haveStopped = true
    for handler in handlers.values { handler.close() }
    handlers = [:]
  }
}
