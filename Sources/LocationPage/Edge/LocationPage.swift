// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import Glibc
import LinuxSystem
package import LocationService
import NIOCore
import NIOHTTP1
import NIOPosix

/// A page that shows the receiver in browsers: the HTTP server around ``PageState``.
package final class LocationPage: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let owners = NIOThreadPool(numberOfThreads: 1)
  private let loop: NIOLoopBound<PageLoop>
  private let listeners: Mutex<[any Channel]>
  /// Where it is served; ports that were left open are filled in.
  package let addresses: [PageAddress]
  /// What browsers need that are not the user's own, or not of this machine.
  package let token: AccessToken
  /// Whether the user's own browsers need no token.
  package let trustsOwnUser: Bool

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - names: what this machine is called, besides its addresses.
  ///   - tiles: what browsers draw below the track; `nil` for nothing but coasts.
  /// - Throws: ``ServiceError`` when it cannot listen where it is to.
  package init(_ addresses: [PageAddress], names: [String] = [], tiles: MapTiles? = nil)
    throws(ServiceError)
  {
    let eventLoop = group.next()
    owners.start()
    token = .random()
    trustsOwnUser = addresses.allSatisfy(\.isLoopback)
    var (channels, served): ([any Channel], [PageAddress]) = ([], [])
    do {
      let loop = try eventLoop.submit { [owners] in
        NIOLoopBound(PageLoop(on: eventLoop, owners: owners, tiles: tiles), eventLoop: eventLoop)
      }.wait()
      self.loop = loop
      for address in addresses {
        guard let channel = try Self.listen(at: address, eventLoop, loop) else { continue }
        channels.append(channel)
        served.append(
          PageAddress(address.host, UInt16(channel.localAddress?.port ?? Int(address.port))))
      }
      let rules = RequestRules(
        hosts: HostNames(listening: addresses.map(\.host), names: names), token: token,
        cookieName: "gps-web-\(served.first?.port ?? 0)", trustsOwnUser: trustsOwnUser)
      // Until now nobody was answered.
      try eventLoop.submit { loop.value.start(rules) }.wait()
    } catch {
      for channel in channels { channel.close(promise: nil) }
      try? owners.syncShutdownGracefully()
      try? group.syncShutdownGracefully()
      throw (error as? ServiceError) ?? ServiceError("cannot start an event loop: \(error)")
    }
    listeners = Mutex(channels)
    self.addresses = served
  }

  /// Tells the page, and so all browsers, what the receiver has reported.
  ///
  /// Waits until the page knows it: a recording without a pace would else fill the memory.
  package func received(_ events: [ReceiverEvent]) {
    try? group.next().submit { [loop] in loop.value.received(events) }.wait()
  }

  /// Stops serving.
  package func stop() {
    listeners.withLock { listeners in
      for channel in listeners { channel.close(promise: nil) }
      listeners = []
    }
    try? group.next().submit { [loop] in loop.value.stop() }.wait()
    try? owners.syncShutdownGracefully()
    try? group.syncShutdownGracefully()
  }

  /// - Returns: `nil` if there are no such addresses, and the page does without.
  private static func listen(
    at address: PageAddress, _ eventLoop: any EventLoop, _ loop: NIOLoopBound<PageLoop>
  ) throws(ServiceError) -> (any Channel)? {
    do {
      let socket = try SocketAddress(ipAddress: address.host, port: Int(address.port))
      return try bootstrap(eventLoop, loop).bind(to: socket).wait()
    } catch let error as IOError
      where address.isOptional
      && [EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT].contains(error.errnoCode)
    {
      return nil
    } catch let error as IOError {
      let reason = ListeningProcess.reason(error.errnoCode, address.port, option: "--listen")
      throw ServiceError("cannot listen at \(address.name): \(reason)")
    } catch {
      throw ServiceError(
        "cannot listen at \(address.host): it is no address of this machine; name one")
    }
  }

  private static func bootstrap(
    _ eventLoop: any EventLoop, _ loop: NIOLoopBound<PageLoop>
  ) -> ServerBootstrap {
    ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.so_sndbuf), value: sendBuffer)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      // Nothing is read before it is known whose connection it is.
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: true)
          try pipeline.addHandler(RequestHandler(loop.value))
        }
      }
  }

  /// The kernel doubles it: what it holds is old when a browser that was asleep reads again.
  private static let sendBuffer = 32 << 10
}
