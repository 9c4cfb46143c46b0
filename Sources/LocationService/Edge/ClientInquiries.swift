// Core Location for Linux. SPDX-License-Identifier: MIT

package import NIOCore
import NIOPosix

/// Finds out who clients are and what they are allowed, on another thread, because that may block.
final class ClientInquiries {
  private let eventLoop: any EventLoop
  private let rights: RightsThread
  private var nodes: [String] = []
  private let strangers: LookUpQueue<ClientID, ConnectionPeer, PeerCredentials?>
  private var isReading = false
  /// Whether to read the rights once more, since that was requested while they were being read.
  private var readsAgain = false
  weak var loop: ServiceLoop?

  /// How often rights are read while clients are connected: a revoked right ends within a second.
  static let rightsInterval: TimeAmount = .milliseconds(400)

  init(on eventLoop: any EventLoop, _ rights: RightsThread) {
    (self.eventLoop, self.rights) = (eventLoop, rights)
    strangers = LookUpQueue(on: eventLoop, rights.pool, lookUp: ConnectionPeer.lookUp)
  }

  func identify(_ id: ClientID, _ peer: ConnectionPeer) {
    readRights()
    strangers.ask(peer, for: id) { [weak self] in self?.loop?.identified(id, as: $0) }
  }

  func forget(_ id: ClientID) { strangers.withdraw(id)?.discard() }

  /// Uses other device nodes from now on to decide, if there are any.
  func examine(_ nodes: [String]) {
    guard !nodes.isEmpty, nodes != self.nodes else { return }
    self.nodes = nodes
    readRights()
  }

  func readRights() {
    guard !isReading else {
      readsAgain = true
      return
    }
    isReading = true
    rights.read(nodes: nodes, on: eventLoop).assumeIsolated().whenSuccess { [weak self] rules in
      guard let self else { return }
      isReading = false
      loop?.rightsChanged(rules)
      if readsAgain {
        readsAgain = false
        readRights()
      }
    }
  }
}

/// The thread on which rights are read and clients are identified.
final class RightsThread: Sendable {
  let pool: NIOThreadPool
  // Proof: only the closures that the pool runs access it, and the pool has one thread.
  nonisolated(unsafe) private let reader: RightsReader

  init(_ reader: sending RightsReader) {
    self.reader = reader
    pool = NIOThreadPool(numberOfThreads: 1)
    pool.start()
  }

  func read(nodes: [String], on eventLoop: any EventLoop) -> EventLoopFuture<AccessRules> {
    pool.runIfActive(eventLoop: eventLoop) { self.reader.read(nodes: nodes) }
  }

  func stop() { try? pool.syncShutdownGracefully() }
}

extension Channel {
  /// Calls a function with the descriptor of the socket, on the channel's event loop; returns `nil` if it is closed.
  @discardableResult
  package func withSocket<Result>(_ body: (CInt) -> Result) -> Result? {
    (try? pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self, body)) ?? nil
  }
}
