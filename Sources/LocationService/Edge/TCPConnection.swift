// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Both ends of a TCP connection, read while it is open.
package struct TCPConnection: Hashable, Sendable {
  private let client: InternetAddress
  private let server: InternetAddress
}

extension TCPConnection {
  /// Reads the ends of a connected socket of the server; `nil` if it is not a TCP socket.
  package init?(_ socket: CInt) {
    guard let client = InternetAddress(of: socket, getpeername),
      let server = InternetAddress(of: socket, getsockname)
    else { return nil }
    self.init(client: client, server: server)
  }

  /// Returns the users at the clients' ends, while the connections are open; without those that the kernel does not tell, as
  /// for other machines.
  ///
  /// Reads `/proc`, which may block.
  package static func owners(of connections: [TCPConnection]) -> [TCPConnection: UInt32] {
    let sought = Set(connections.filter(\.client.isLoopback))
    var owners: [TCPConnection: UInt32] = [:]
    for port in Set(sought.map(\.server.port)) where owners.count < sought.count {
      // A closed connection is listed as root's, without an inode.
      for row in TCPTable.rows(with: port, in: TCPTable.established) where row.inode != 0 {
        let connection = TCPConnection(client: row.local, server: row.remote)
        if sought.contains(connection) { owners[connection] = row.user }
      }
    }
    return owners
  }
}
