// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationService
import NIOCore
import NIOPosix

package final class MetricsServer: Sendable {
  private let server: SiteServer<MetricsSite>

  /// The addresses at which they are served, without the sockets that systemd passed on.
  package var addresses: [SiteAddress] { server.addresses }

  /// Starts to serve; `metrics` is called on a thread of the server for each request.
  ///
  /// - Throws: ``ServiceError`` if it cannot listen at one of the addresses.
  package init(
    _ addresses: [SiteAddress], inherited: [CInt] = [],
    metrics: @escaping @Sendable () -> [UInt8]
  ) throws(ServiceError) {
    // The unit of an inherited socket determines who can reach it.
    let rules = MetricsRules(addresses + inherited.map(SiteAddress.init(listening:)))
    let owners = NIOThreadPool(numberOfThreads: 1)
    server = try SiteServer(
      addresses, inherited: inherited, ("metrics", "--metrics"), pools: [owners]
    ) { MetricsSite(rules, on: $0, owners: owners, metrics) }
  }

  package func stop() { server.stop() }
}

/// The metrics as a site: one event loop, on which everything here is called.
final class MetricsSite: Site {
  let protection: [SiteRequest.Header] = [
    .init(name: "X-Content-Type-Options", value: "nosniff"),
    .init(name: "Cross-Origin-Resource-Policy", value: "same-origin"),
    .init(name: "Cache-Control", value: "no-store"),
  ]
  private let rules: MetricsRules
  private let metrics: () -> [UInt8]
  private let connections: SiteConnections<MetricsSlots<ObjectIdentifier>>

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

/// The rules that decide which requests for metrics are answered.
///
/// There is no login: the metrics contain no position, and are meant for every program that can reach the address.
struct MetricsRules: Sendable {
  /// The names by which clients may address the server; `nil` for any, since other machines know this one by names of
  /// their own.
  let hosts: HostNames?

  /// The most bytes in a target.
  private static let longestTarget = 256

  /// - Parameter addresses: those at which metrics are served.
  init(_ addresses: [SiteAddress]) {
    let isLocal = addresses.allSatisfy(\.isLoopback)
    hosts = isLocal ? HostNames(listening: addresses.map(\.host)) : nil
  }

  func answer(_ request: SiteRequest, _ metrics: () -> [UInt8]) -> SiteResponse {
    // A page of another site could otherwise point the name of its server at this machine, and read them.
    if let refusal = request.refusal(hosts, "use the address of --metrics") { return refusal }
    guard request.target.utf8.count <= Self.longestTarget, request.path == "/metrics" else {
      return SiteResponse(404, "the metrics are at /metrics")
    }
    let sites = request.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }),
      request.values("origin").isEmpty
    else { return SiteResponse(403, "another site asks for this") }
    return SiteResponse(metrics(), type: "text/plain; version=0.0.4; charset=utf-8")
  }
}

/// Which connections are served if there are too many: those who have many lose theirs first.
struct MetricsSlots<ID: Hashable>: ConnectionSlots {
  enum Holder: ConnectionHolder {
    /// Not known yet.
    case unknown
    case user(UInt32)
    /// On another machine, by its address.
    case machine(String)
  }

  private struct Slot {
    let id: ID
    let holder: Holder
  }

  /// The oldest first.
  private var slots: [Slot] = []

  /// The most connections of which it is known whose they are.
  static var most: Int { 64 }
  /// While so many are not known yet, which takes milliseconds, no more are accepted.
  static var mostUnknown: Int { 256 }

  private(set) var isCrowded = false

  mutating func take(_ id: ID, as holder: Holder) -> ID? {
    leave(id)
    slots.append(Slot(id: id, holder: holder))
    countUnknown()
    if holder == .unknown { return nil }
    let known = slots.filter { $0.holder != .unknown }
    guard known.count > Self.most else { return nil }
    let counts = Dictionary(grouping: known, by: \.holder).mapValues(\.count)
    let mostOfOne = counts.values.max()
    guard let oldest = known.first(where: { counts[$0.holder] == mostOfOne }) else { return nil }
    leave(oldest.id)
    return oldest.id
  }

  mutating func leave(_ id: ID) {
    slots.removeAll { $0.id == id }
    countUnknown()
  }

  private mutating func countUnknown() {
    isCrowded = slots.count { $0.holder == .unknown } >= Self.mostUnknown
  }
}
