// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
package import HTTPSites
import LinuxSystem

/// The address at which a program that runs for long serves figures on its health.
package struct MetricsOptions: ParsableArguments {
  @Option(
    "address:port",
    """
    Serve metrics for Prometheus at http://ADDRESS:PORT/metrics, usually 127.0.0.1:9947. They contain no \
    position, and everybody who can reach the address can read them.
    """)
  package var metrics: [String] = []

  package init() {}

  package var isWanted: Bool { !metrics.isEmpty }

  /// Starts to serve, also at sockets that systemd passed on for it; returns `nil` without an address.
  package func serve(
    besides inherited: [CInt] = [], _ text: @escaping @Sendable () -> [UInt8]
  ) throws -> MetricsServer? {
    if metrics.isEmpty, inherited.isEmpty { return nil }
    let addresses = try metrics.map {
      let address = try HostAndPort(argument: $0, of: "--metrics", usualPort: 9947)
      return SiteAddress(address.host.isEmpty ? "127.0.0.1" : address.host, address.port)
    }
    let server = try MetricsServer(addresses, inherited: inherited, metrics: text)
    for address in server.addresses {
      complain("serving metrics at http://\(address.name)/metrics")
    }
    return server
  }
}
