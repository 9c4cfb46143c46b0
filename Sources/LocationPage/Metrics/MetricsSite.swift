// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationService
import NIOCore
import NIOPosix

/// The metrics as a site: one event loop, on which everything here is called.
final class MetricsSite: Site {
  let protection: [PageRequest.Header] = [
    .init(name: "X-Content-Type-Options", value: "nosniff"),
    .init(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    .init(name: "Cache-Control", value: "no-store"),
  ]
  private let rules: MetricsRules
  private let metrics: () -> [UInt8]
  private let owners: LookUpQueue<TCPConnection, UInt32?>
  private var connections: [ObjectIdentifier: RequestHandler] = [:]
  private var places = MetricsPlaces<ObjectIdentifier>()
  /// The sockets on which clients connect.
  private var listeners: [any Channel] = []
  private var acceptsMore = true
  private var lastNumber: UInt64 = 0
  private var hasStopped = false

  init(
    _ rules: MetricsRules, on eventLoop: any EventLoop, owners: NIOThreadPool,
    _ metrics: @escaping () -> [UInt8]
  ) {
    (self.rules, self.metrics) = (rules, metrics)
    self.owners = LookUpQueue(on: eventLoop, owners) { connections in
      let users = TCPConnection.owners(of: connections)
      return connections.map { users[$0] }
    }
  }

  func listens(on listener: any Channel) { listeners.append(listener) }

  func connected(_ handler: RequestHandler, _ channel: any Channel) {
    guard !hasStopped else { return handler.close() }
    connections[ObjectIdentifier(handler)] = handler
    let address = channel.remoteAddress?.ipAddress ?? ""
    guard let connection = channel.withSocket({ TCPConnection($0) }), let connection else {
      return identified(handler, as: .machine(address))
    }
    guard take(handler, as: .unknown) else { return }
    lastNumber += 1
    handler.number = lastNumber
    owners.ask(connection, for: lastNumber) { [weak self, weak handler] user in
      guard let self, let handler else { return }
      identified(handler, as: user.map { .user($0) } ?? .machine(address))
    }
  }

  private func identified(
    _ handler: RequestHandler, as holder: MetricsPlaces<ObjectIdentifier>.Holder
  ) {
    guard connections[ObjectIdentifier(handler)] != nil, take(handler, as: holder) else { return }
    handler.identified(isOwnUser: false)
  }

  private func take(
    _ handler: RequestHandler, as holder: MetricsPlaces<ObjectIdentifier>.Holder
  ) -> Bool {
    let closed = places.take(ObjectIdentifier(handler), as: holder)
    if let closed { connections[closed]?.close() }
    acceptOrWait()
    return closed != ObjectIdentifier(handler)
  }

  /// Lets connections wait in the kernel, in their order, while too many are not known yet: closing them instead would close
  /// those of Prometheus among a crowd.
  private func acceptOrWait() {
    guard places.isCrowded == acceptsMore else { return }
    acceptsMore = !places.isCrowded
    for listener in listeners {
      try? listener.syncOptions?.setOption(.autoRead, value: acceptsMore)
    }
  }

  func disconnected(_ handler: RequestHandler) {
    connections[ObjectIdentifier(handler)] = nil
    places.leave(ObjectIdentifier(handler))
    acceptOrWait()
    _ = owners.withdraw(handler.number)
  }

  func answer(_ request: PageRequest, of handler: RequestHandler) -> Answer? {
    .response(rules.answer(request, metrics))
  }

  func stop() {
    hasStopped = true
    for handler in connections.values { handler.close() }
    connections = [:]
  }
}
