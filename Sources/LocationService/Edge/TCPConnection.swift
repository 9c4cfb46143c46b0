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

extension TCPConnection {
  /// Returns the user who serves a connected socket of this process; `nil` if the kernel does not tell, as for other machines, and
  /// before the server has accepted the connection.
  ///
  /// Anybody can listen at a port that nobody has.
  package static func server(of socket: CInt) -> UInt32? {
    guard let server = InternetAddress(of: socket, getpeername),
      let client = InternetAddress(of: socket, getsockname)
    else { return nil }
    return TCPTable.rows(with: server.port, in: TCPTable.established)
      .first { $0.inode != 0 && $0.local == server && $0.remote == client }?.user
  }
}

/// The kernel's tables `/proc/net/tcp` and `tcp6`, which tell whose a connection within this machine is.
enum TCPTable {
  struct Row {
    let local: InternetAddress
    let remote: InternetAddress
    let user: UInt32
    let inode: UInt64
  }

  static let established: UInt8 = 1
  static let listening: UInt8 = 10

  static func rows(with port: UInt16, in state: UInt8) -> [Row] {
    let portText = Array((":" + hexadecimal(port, digits: 4, uppercase: true)).utf8)
    let stateText = Array(hexadecimal(state, digits: 2, uppercase: true).utf8)
    return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { path in
      ((try? WholeFile.read(path, limit: 1 << 26)) ?? []).split(separator: 0x0A)
        .filter { line in
          // Only these lines are parsed: there may be thousands of others, most of them of closed connections.
          let fields = line.split(separator: 0x20, maxSplits: 4)
          return fields.count > 4 && fields[3].elementsEqual(stateText)
            && fields[1...2].contains { $0.suffix(5).elementsEqual(portText) }
        }
        .compactMap(Row.init)
    }
  }
}

extension TCPTable.Row {
  /// Reads `sl: local remote state queues timer retransmissions uid timeout inode …`.
  init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 0x20)
    guard fields.count > 9, let local = InternetAddress(fields[1]),
      let remote = InternetAddress(fields[2]),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    self.init(local: local, remote: remote, user: user, inode: inode)
  }
}

extension InternetAddress {
  /// Reads `0100007F:0B83`: 32-bit words in the machine's byte order, and the port.
  fileprivate init?(_ text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: ":"))
    guard parts.count == 2, parts[0].count == 8 || parts[0].count == 32,
      let port = UInt16(String(decoding: parts[1], as: UTF8.self), radix: 16)
    else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: parts[0].startIndex, to: parts[0].endIndex, by: 8) {
      let digits = String(decoding: parts[0][start..<start + 8], as: UTF8.self)
      guard let word = UInt32(digits, radix: 16) else { return nil }
      withUnsafeBytes(of: word) { bytes += $0 }
    }
    self.init(bytes, port: port)
  }
}
