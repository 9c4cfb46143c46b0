// Core Location for Linux. SPDX-License-Identifier: MIT

/// The owner of a TCP connection within this machine.
package struct ConnectionOwner: Sendable {
  private let client: TCPEndpoint
  private let server: TCPEndpoint

  /// Reads both ends of a connected socket; `nil` if it is not a TCP socket.
  package init?(_ socket: CInt) {
    guard case .tcp(let client, let server) = ConnectionPeer(socket) else { return nil }
    (self.client, self.server) = (client, server)
  }

  /// Returns the user at the client's end, while the connection is open; `nil` if the kernel does not tell, as for
  /// other machines.
  ///
  /// Reads `/proc`, which may block.
  package func lookUp() -> UInt32? { TCPTable.owner(of: client, to: server) }
}
