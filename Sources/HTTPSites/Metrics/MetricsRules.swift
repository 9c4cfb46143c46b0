// Core Location for Linux. SPDX-License-Identifier: MIT

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
  init(_ addresses: [SiteAddress]) {
    let isLocal = addresses.allSatisfy(\.isLoopback)
    hosts = isLocal ? HostNames(listening: addresses.map(\.host)) : nil
  }

  /// Returns the answer to a request.
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
