// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import LocationService
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
    // Whoever made the unit of an inherited socket has decided who reaches it.
    let rules = MetricsRules(addresses + inherited.map(SiteAddress.init(listening:)))
    let owners = NIOThreadPool(numberOfThreads: 1)
    server = try SiteServer(
      addresses, inherited: inherited, ("metrics", "--metrics"), pools: [owners]
    ) { MetricsSite(rules, on: $0, owners: owners, metrics) }
  }

  package func stop() { server.stop() }
}

extension SiteAddress {
  fileprivate init(listening socket: CInt) {
    let address = InternetAddress(of: socket, getsockname)
    self.init(address?.description ?? "", address?.port ?? 0)
  }
}
