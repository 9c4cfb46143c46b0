// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Both ends of a TCP connection, read while it is open.
package struct TCPConnection: Sendable {
  private let client: InternetAddress
  private let server: InternetAddress

  /// Reads the ends of a connected socket of the server; `nil` if it is not a TCP socket.
  package init?(_ socket: CInt) {
    guard let client = InternetAddress(of: socket, getpeername),
      let server = InternetAddress(of: socket, getsockname)
    else { return nil }
    (self.client, self.server) = (client, server)
  }

  /// Returns the user at the client's end, while the connection is open; `nil` if the kernel does not tell, as for other
  /// machines.
  ///
  /// Reads `/proc`, which may block.
  package func owner() -> UInt32? {
    guard client.isLoopback else { return nil }
    // A closed connection is listed as root's, without an inode.
    return TCPTable.rows(with: client.port).first {
      $0.local == client && $0.remote == server && $0.state == TCPTable.established && $0.inode != 0
    }?.user
  }
}
