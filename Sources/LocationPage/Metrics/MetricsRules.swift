// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// The rules that decide which requests for metrics are answered.
///
/// Nobody logs in: what is served names no place, and is meant for whoever can reach the address.
struct MetricsRules: Sendable {
  /// The names by which clients may address the server; `nil` for any, since other machines know this one by names of
  /// their own.
  let hosts: HostNames?

  /// The most bytes in a target.
  private static let longestTarget = 256

  /// - Parameter addresses: those at which metrics are served.
  init(_ addresses: [PageAddress]) {
    let isLocal = addresses.allSatisfy(\.isLoopback)
    hosts = isLocal ? HostNames(listening: addresses.map(\.host)) : nil
  }

  /// Returns the answer to a request.
  func answer(_ request: PageRequest, _ metrics: () -> [UInt8]) -> PageResponse {
    // A page of another site could otherwise point the name of its server at this machine, and read them.
    if let refusal = request.refusal(hosts, "use the address of --metrics") { return refusal }
    guard request.target.utf8.count <= Self.longestTarget, request.path == "/metrics" else {
      return PageResponse(404, "the metrics are at /metrics")
    }
    let sites = request.values("sec-fetch-site")
    guard sites.allSatisfy({ ["same-origin", "none"].contains($0) }),
      request.values("origin").isEmpty
    else { return PageResponse(403, "another site asks for this") }
    return PageResponse(metrics(), type: MetricsText.contentType)
  }
}
