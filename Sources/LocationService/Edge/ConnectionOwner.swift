// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whose a TCP connection within this machine is.
package struct ConnectionOwner: Sendable {
  private let client: TCPEndpoint
  private let server: TCPEndpoint

  /// Looks at both ends of a connected socket; `nil` if it is none of TCP.
  package init?(_ socket: CInt) {
    guard case .tcp(let client, let server) = ConnectionPeer(socket) else { return nil }
    (self.client, self.server) = (client, server)
  }

  /// The user at the client's end, while the connection is open; `nil` if the kernel does not say, as for other machines.
  ///
  /// Reads `/proc`, which may wait.
  package func lookUp() -> UInt32? { TCPTable.owner(of: client, to: server) }
}
