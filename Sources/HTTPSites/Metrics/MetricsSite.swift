// Core Location for Linux. SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix

/// The metrics as a site: one event loop, on which everything here is called.
final class MetricsSite: Site {
  let protection: [SiteRequest.Header] = [
    .init(name: "X-Content-Type-Options", value: "nosniff"),
    .init(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    .init(name: "Cache-Control", value: "no-store"),
  ]
  private let rules: MetricsRules
  private let metrics: () -> [UInt8]
  private let connections: SiteConnections<MetricsPlaces<ObjectIdentifier>>

  init(
    _ rules: MetricsRules, on eventLoop: any EventLoop, owners: NIOThreadPool,
    _ metrics: @escaping () -> [UInt8]
  ) {
    (self.rules, self.metrics) = (rules, metrics)
    connections = SiteConnections(on: eventLoop, owners)
  }

  func listens(on listener: any Channel) { connections.listen(on: listener) }

  func connected(_ handler: RequestHandler, _ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    connections.add(handler, at: channel) { user in user.map { .user($0) } ?? .machine(address) }
  }

  func disconnected(_ handler: RequestHandler) { connections.remove(handler) }

  func answer(_ request: SiteRequest, of handler: RequestHandler) -> Answer? {
    .response(rules.answer(request, metrics))
  }

  func stop() { connections.stop() }
}
