// Core Location for Linux. SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix

/// Tasks of the loop that run elsewhere because they may block: looking up who clients are and what they are allowed.
final class ServiceControl {
  private let eventLoop: any EventLoop
  private let receiver: ReceiverControl
  private let rights: RightsThread
  private let kept: KeptConnections
  private var node: String?
  /// Clients that have not been identified yet, in the order in which they connected.
  ///
  /// They are looked up one at a time; those that have disconnected meanwhile are removed.
  private var strangers: [(id: ClientID, peer: ConnectionPeer)] = []
  private var isLookingUp = false
  private var isReading = false
  /// Whether to read the rights once more, since that was requested while they were being read.
  private var readsAgain = false
  weak var loop: ServiceLoop?

  /// How often rights are read while clients are connected: a revoked right ends within a second.
  static let rightsInterval: TimeAmount = .milliseconds(400)

  init(
    on eventLoop: any EventLoop, receiver: ReceiverControl, rights: RightsThread,
    kept: KeptConnections
  ) {
    self.eventLoop = eventLoop
    self.receiver = receiver
    self.rights = rights
    self.kept = kept
  }

  var notifier: SystemNotifier { kept.notifier }

  /// Identifies a client, and reads the present rights.
  func connected(_ id: ClientID, _ face: ServiceFace, _ channel: any Channel) {
    kept.connected(id, face)
    let peer =
      (try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { ConnectionPeer($0) }) ?? .unknown
    readRights()
    strangers.append((id, peer))
    lookUpNext()
  }

  private func lookUpNext() {
    guard !isLookingUp, !strangers.isEmpty else { return }
    isLookingUp = true
    let (id, peer) = strangers.removeFirst()
    rights.lookUp(peer, on: eventLoop).assumeIsolated().whenSuccess { [weak self] found in
      guard let self else { return }
      isLookingUp = false
      loop?.identified(id, as: found)
      lookUpNext()
    }
  }

  func needReceiver(_ need: ReceiverNeed) { receiver.need(need) }
  func retryReceiver() { receiver.retry() }

  /// Uses another device node from now on to decide.
  func examine(_ node: String) {
    self.node = node
    readRights()
  }

  func readRights() {
    guard !isReading else {
      readsAgain = true
      return
    }
    isReading = true
    rights.read(node: node, on: eventLoop).assumeIsolated().whenSuccess { [weak self] rules in
      guard let self else { return }
      isReading = false
      loop?.rightsChanged(rules)
      if readsAgain {
        readsAgain = false
        readRights()
      }
    }
  }

  /// Passes a connection to systemd, to be kept for the next process.
  func keep(_ id: ClientID, _ channel: any Channel, _ wish: RestoredWish) {
    _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { kept.keep(id, $0, wish) }
  }

  func forget(_ id: ClientID) {
    kept.forget(id)
    while let index = strangers.firstIndex(where: { $0.id == id }) {
      strangers.remove(at: index).peer.discard()
    }
  }
}

/// The thread on which rights are read and clients are identified.
final class RightsThread: Sendable {
  private let pool: NIOThreadPool
  // Proof: only the closures that the pool runs access it, and the pool has one thread.
  nonisolated(unsafe) private let reader: RightsReader

  init(_ reader: sending RightsReader) {
    self.reader = reader
    pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
  }

  func read(node: String?, on eventLoop: any EventLoop) -> EventLoopFuture<AccessRules> {
    pool.runIfActive(eventLoop: eventLoop) { self.reader.read(node: node) }
  }

  func lookUp(
    _ peer: ConnectionPeer, on eventLoop: any EventLoop
  ) -> EventLoopFuture<PeerCredentials?> {
    pool.runIfActive(eventLoop: eventLoop) { peer.lookUp() }
  }

  func stop() { try? pool.syncShutdownGracefully() }
}
