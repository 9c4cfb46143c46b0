// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
package import LocationService
package import NIOCore
package import NIOPosix

/// The HTTP server around a site: its event loop, and the sockets on which clients connect.
package final class SiteServer<Content: Site>: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let pools: [NIOThreadPool]
  private let site: NIOLoopBound<Content>
  private let listeners: Mutex<[any Channel]>
  /// The addresses at which it serves, without the sockets that systemd passed on; a port of 0 is replaced by the one that was
  /// chosen.
  package let addresses: [SiteAddress]

  /// - Parameters:
  ///   - subject: what is served, and the option that selects another address.
  ///   - pools: the threads of the site, which run as long as the server does.
  ///   - site: called on the event loop.
  /// - Throws: ``ServiceError`` if it cannot listen at one of the addresses.
  package init(
    _ addresses: [SiteAddress], inherited: [CInt] = [], _ subject: (name: String, option: String),
    pools: [NIOThreadPool], site: @escaping @Sendable (any EventLoop) -> Content
  ) throws(ServiceError) {
    self.pools = pools
    for pool in pools { pool.start() }
    let eventLoop = group.next()
    var (channels, served): ([any Channel], [SiteAddress]) = ([], [])
    do {
      let site = try eventLoop.submit { NIOLoopBound(site(eventLoop), eventLoop: eventLoop) }.wait()
      self.site = site
      let bootstrap = ServerBootstrap.serving(on: eventLoop) { site.value }
      for descriptor in inherited {
        channels.append(try bootstrap.withBoundSocket(descriptor).wait())
      }
      for address in addresses {
        let channel = try bootstrap.listen(
          at: HostAndPort(address.host, address.port), isOptional: address.isOptional,
          option: subject.option)
        guard let channel else { continue }
        channels.append(channel)
        served.append(
          SiteAddress(address.host, UInt16(channel.localAddress?.port ?? Int(address.port))))
      }
      try eventLoop.submit { [channels] in channels.forEach(site.value.listens) }.wait()
    } catch {
      Self.shutDown(channels, pools, group)
      throw (error as? ServiceError) ?? ServiceError("cannot serve \(subject.name): \(error)")
    }
    listeners = Mutex(channels)
    self.addresses = served
  }

  /// Calls a function with the site, on its event loop, and waits for the end of that.
  package func perform(_ body: @escaping @Sendable (Content) -> Void) {
    try? group.next().submit { [site] in body(site.value) }.wait()
  }

  package func stop() {
    let channels = listeners.withLock { exchange(&$0, with: []) }
    for channel in channels { channel.close(promise: nil) }
    perform { $0.stop() }
    Self.shutDown([], pools, group)
  }

  private static func shutDown(
    _ channels: [any Channel], _ pools: [NIOThreadPool], _ group: MultiThreadedEventLoopGroup
  ) {
    for channel in channels { channel.close(promise: nil) }
    for pool in pools { try? pool.syncShutdownGracefully() }
    try? group.syncShutdownGracefully()
  }
}
