// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import LinuxSystem
package import LocationAuthorization
import NIOCore
import NIOPosix

/// What the service has to do, and where.
package struct ServiceConfiguration: Sendable {
  package var addresses: [ListeningAddress] = []
  package var inherited = InheritedSockets()
  package var options = ServiceOptions()
  /// What decides who may read the receiver until one has been found.
  package var gate = ReceiverGate.unknown
  /// The same for the other receivers that have been named.
  package var standbys: [ReceiverGate] = []
  package var policy = PolicyFile(path: AuthorizationDirectories.defaultPolicy)
  package var notifier = SystemNotifier(nil)
  /// How often systemd expects a sign that the service is alive; `nil` for never.
  package var watchdogInterval: Duration?
  /// Where the service's health is recorded; `nil` if nobody asks for it.
  package var health: ServiceHealth?

  package init() {}
}

/// Serves one receiver to all programs: the sockets around ``ServiceState``.
package final class LocationService: Sendable {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let receiverPool = NIOThreadPool(numberOfThreads: 1)
  private let rights: RightsThread
  private let receiver: ReceiverControl
  private let notifier: SystemNotifier
  private let loop: NIOLoopBound<ServiceLoop>
  private let listeners: Mutex<Listeners>

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - complain: called from any thread with one line for the user.
  ///   - show: called from one thread with the receiver's status, whenever that has changed.
  /// - Throws: ``ServiceError`` when it cannot listen on one of its addresses.
  package init(
    _ configuration: ServiceConfiguration, _ supervisor: ReceiverSupervisor,
    complain: @escaping @Sendable (String) -> Void,
    show: @escaping @Sendable (ReceiverStatus) -> Void
  ) throws(ServiceError) {
    let eventLoop = group.next()
    receiverPool.start()
    let target = Mutex<NIOLoopBound<ServiceLoop>?>(nil)
    receiver = ReceiverControl(supervisor, pool: receiverPool, complain: complain, show: show) {
      events, generation in
      eventLoop.execute { target.withLock { $0 }?.value.received(events, generation: generation) }
    }
    rights = RightsThread(RightsReader(configuration.policy))
    notifier = configuration.notifier
    let (receiver, rights) = (receiver, rights)
    do {
      let loop = try eventLoop.submit {
        NIOLoopBound(
          ServiceLoop(configuration, on: eventLoop, receiver, rights, complain: complain),
          eventLoop: eventLoop)
      }.wait()
      self.loop = loop
      target.withLock { $0 = loop }
      listeners = Mutex(
        Listeners {
          Self.bootstrap(eventLoop, $0, loop)
        } broadcast: { address, sender in
          try eventLoop.submit {
            loop.value.broadcast(
              address.clientProtocol, DatagramOutlet(sender, address, complain: complain))
          }.wait()
        })
    } catch {
      throw ServiceError("cannot start an event loop: \(error)")
    }
    do throws(ServiceError) {
      try listen(configuration)
    } catch {
      stop()
      throw error
    }
    eventLoop.execute { [loop] in loop.value.start(watchdog: configuration.watchdogInterval) }
    notifier.send("READY=1")
  }

  /// The addresses on which it listens, without the sockets that systemd passed on.
  package var served: [ListeningAddress] { listeners.withLock { $0.served } }

  private func listen(_ configuration: ServiceConfiguration) throws(ServiceError) {
    for connection in configuration.inherited.connections { adopt(connection) }
    try listeners.withLock { (listeners) throws(ServiceError) in
      for listener in configuration.inherited.listeners { try listeners.adopt(listener) }
      for address in configuration.addresses { try listeners.open(address) }
    }
  }

  /// Returns what accepts the connections of one protocol.
  private static func bootstrap(
    _ eventLoop: any EventLoop, _ clientProtocol: ClientProtocol, _ loop: NIOLoopBound<ServiceLoop>
  ) -> ServerBootstrap {
    ServerBootstrap.accepting(on: eventLoop)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: readSize)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try loop.value.add(channel, clientProtocol) }
      }
  }

  /// The most bytes to read from a client before it is another one's turn.
  private static let readSize = 4096

  /// Continues a connection that was kept across a restart.
  private func adopt(_ connection: InheritedSockets.Connection) {
    let (loop, name) = (loop, connection.name)
    _ = try? ClientBootstrap(group: group)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try loop.value.add(channel, name.clientProtocol, restoring: name)
        }
      }
      .withConnectedSocket(connection.descriptor).wait()
  }

  /// Stops serving: removes the sockets created here, and closes the receiver.
  package func stop() {
    notifier.send("STOPPING=1")
    listeners.withLock { $0.close() }
    try? group.next().submit { [loop] in loop.value.stop() }.wait()
    receiver.close()
    try? receiverPool.syncShutdownGracefully()
    rights.stop()
    try? group.syncShutdownGracefully()
  }
}

/// Why the service cannot be started, on one line: what cannot be done to which object, why, and what to try.
package struct ServiceError: Error, Hashable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
