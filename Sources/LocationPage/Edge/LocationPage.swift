// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import LinuxSystem
package import LocationService
import NIOCore
import NIOPosix

/// A page that shows the receiver in browsers: the HTTP server around ``PageState``.
package final class LocationPage: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let owners = NIOThreadPool(numberOfThreads: 1)
  /// Reads the tiles and towns of the map.
  private let files = NIOThreadPool(numberOfThreads: 1)
  private let loop: NIOLoopBound<PageLoop>
  private let listeners: Mutex<[any Channel]>
  /// The addresses at which the page is served; a port of 0 is replaced by the one that was chosen.
  package let addresses: [PageAddress]
  /// The token that browsers of other users or other machines need.
  package let token: AccessToken
  /// Whether the user's own browsers need no token.
  package let trustsOwnUser: Bool

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - names: the names of this machine, besides its addresses.
  ///   - map: what browsers draw below the track.
  /// - Throws: ``ServiceError`` if it cannot listen at one of the addresses.
  package init(_ addresses: [PageAddress], names: [String] = [], map: PageMap = PageMap())
    throws(ServiceError)
  {
    let eventLoop = group.next()
    owners.start()
    files.start()
    token = .random()
    trustsOwnUser = addresses.allSatisfy(\.isLoopback)
    var (channels, served): ([any Channel], [PageAddress]) = ([], [])
    do {
      let loop = try eventLoop.submit { [owners, files] in
        NIOLoopBound(
          PageLoop(on: eventLoop, owners: owners, files: files, map: map), eventLoop: eventLoop)
      }.wait()
      self.loop = loop
      for address in addresses {
        let channel = try ServerBootstrap.serving(on: eventLoop, { loop.value }).listen(
          at: HostAndPort(address.host, address.port), isOptional: address.isOptional,
          option: "--listen")
        guard let channel else { continue }
        channels.append(channel)
        served.append(
          PageAddress(address.host, UInt16(channel.localAddress?.port ?? Int(address.port))))
      }
      let rules = RequestRules(
        hosts: HostNames(listening: addresses.map(\.host), names: names), token: token,
        trustsOwnUser: trustsOwnUser)
      // No request has been answered until now.
      try eventLoop.submit { loop.value.start(rules) }.wait()
    } catch {
      for channel in channels { channel.close(promise: nil) }
      try? owners.syncShutdownGracefully()
      try? files.syncShutdownGracefully()
      try? group.syncShutdownGracefully()
      throw (error as? ServiceError) ?? ServiceError("cannot start an event loop: \(error)")
    }
    listeners = Mutex(channels)
    self.addresses = served
  }

  /// Passes what the receiver has reported to the page, and so to all browsers.
  ///
  /// Waits until the page has processed it: otherwise a recording without a pace would fill the memory.
  package func received(_ events: [ReceiverEvent]) {
    try? group.next().submit { [loop] in loop.value.received(events) }.wait()
  }

  package func stop() {
    let channels = listeners.withLock { listeners in
      defer { listeners = [] }
      return listeners
    }
    for channel in channels { channel.close(promise: nil) }
    try? group.next().submit { [loop] in loop.value.stop() }.wait()
    try? owners.syncShutdownGracefully()
    try? files.syncShutdownGracefully()
    try? group.syncShutdownGracefully()
  }
}
