// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import LocationService
import NIOCore
import NIOPosix

/// Serves metrics to Prometheus: the page's HTTP server with another site.
package final class MetricsServer: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let owners = NIOThreadPool(numberOfThreads: 1)
  private let site: NIOLoopBound<MetricsSite>
  private let listeners: Mutex<[any Channel]>
  /// The addresses at which they are served, without the sockets that systemd passed on.
  package let addresses: [PageAddress]

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - inherited: listening sockets that systemd passed on.
  ///   - metrics: called on a thread of the server for each request.
  /// - Throws: ``ServiceError`` if it cannot listen at one of the addresses.
  package init(
    _ addresses: [PageAddress], inherited: [CInt] = [],
    metrics: @escaping @Sendable () -> [UInt8]
  ) throws(ServiceError) {
    let eventLoop = group.next()
    owners.start()
    var (channels, served): ([any Channel], [PageAddress]) = ([], [])
    do {
      // Whoever made the unit of an inherited socket has decided who reaches it.
      let rules = MetricsRules(addresses + inherited.map(PageAddress.init(listening:)))
      let site = try eventLoop.submit { [owners] in
        NIOLoopBound(
          MetricsSite(rules, on: eventLoop, owners: owners, metrics), eventLoop: eventLoop)
      }.wait()
      self.site = site
      let bootstrap = ServerBootstrap.serving(on: eventLoop) { site.value }
      for descriptor in inherited {
        channels.append(try bootstrap.withBoundSocket(descriptor).wait())
      }
      for address in addresses {
        let channel = try bootstrap.listen(
          at: HostAndPort(address.host, address.port), isOptional: false, option: "--metrics")
        guard let channel else { continue }
        channels.append(channel)
        served.append(
          PageAddress(address.host, UInt16(channel.localAddress?.port ?? Int(address.port))))
      }
      try eventLoop.submit { [channels] in channels.forEach(site.value.listens) }.wait()
    } catch {
      for channel in channels { channel.close(promise: nil) }
      try? owners.syncShutdownGracefully()
      try? group.syncShutdownGracefully()
      throw (error as? ServiceError) ?? ServiceError("cannot serve metrics: \(error)")
    }
    listeners = Mutex(channels)
    self.addresses = served
  }

  package func stop() {
    let channels = listeners.withLock { listeners in
      defer { listeners = [] }
      return listeners
    }
    for channel in channels { channel.close(promise: nil) }
    try? group.next().submit { [site] in site.value.stop() }.wait()
    try? owners.syncShutdownGracefully()
    try? group.syncShutdownGracefully()
  }
}

extension PageAddress {
  /// The address of a listening socket.
  fileprivate init(listening socket: CInt) {
    let address = InternetAddress(of: socket, getsockname)
    self.init(address?.description ?? "", address?.port ?? 0)
  }
}
