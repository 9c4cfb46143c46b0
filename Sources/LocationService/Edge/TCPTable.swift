// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An address and port of this machine, in the form of the kernel's connection tables.
struct TCPEndpoint: Hashable, Sendable {
  /// 16 bytes; an IPv4 address is mapped to IPv6.
  let address: [UInt8]
  let port: UInt16

  private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

  init(ipv4: [UInt8], port: UInt16) {
    address = Self.mapped + ipv4
    self.port = port
  }

  init(ipv6: [UInt8], port: UInt16) {
    address = ipv6
    self.port = port
  }

  /// Reads one end of a socket with `getsockname` or `getpeername`; `nil` for another kind of socket.
  init?(
    _ socket: CInt,
    _ name: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let bytes: [UInt8]? = withUnsafeMutableBytes(of: &storage) { raw in
      let isKnown = raw.withMemoryRebound(to: sockaddr.self) { address in
        address.baseAddress.map { name(socket, $0, &length) == 0 } ?? false
      }
      return isKnown ? Array(raw) : nil
    }
    guard let bytes else { return nil }
    let port = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
    switch CInt(storage.ss_family) {
    case AF_INET: self.init(ipv4: Array(bytes[4..<8]), port: port)
    case AF_INET6: self.init(ipv6: Array(bytes[8..<24]), port: port)
    default: return nil
    }
  }

  /// Whether it is an address of this machine, since only the machine at the client's end knows the user.
  var isLoopback: Bool {
    address.starts(with: Self.mapped)
      ? address[12] == 127 : address == Array(repeating: 0, count: 15) + [1]
  }
}

/// The kernel's tables `/proc/net/tcp` and `tcp6`, which tell whose a connection within this machine is.
enum TCPTable {
  struct Row {
    let local: TCPEndpoint
    let remote: TCPEndpoint
    let state: UInt8
    let user: UInt32
    let inode: UInt64
  }

  static let established: UInt8 = 1
  static let listening: UInt8 = 10

  /// Returns the user of the client's end of a connection; `nil` if the kernel does not tell.
  static func owner(of client: TCPEndpoint, to server: TCPEndpoint) -> UInt32? {
    guard client.isLoopback else { return nil }
    for (path, digits) in tables {
      // Only lines with this port are parsed: there may be thousands of others, most of them of closed connections.
      for line in lines(of: path) where localPort(in: line, addressDigits: digits) == client.port {
        // A closed connection is listed as root's, without an inode.
        if let row = Row(line), row.local == client, row.remote == server,
          row.state == established, row.inode != 0
        {
          return row.user
        }
      }
    }
    return nil
  }

  /// The rows of all connections and listening sockets.
  static var rows: [Row] { tables.flatMap { lines(of: $0.path) }.compactMap(Row.init) }

  /// The tables, and the number of digits of an address in each.
  private static let tables: [(path: String, digits: Int)] = [
    ("/proc/net/tcp", 8), ("/proc/net/tcp6", 32),
  ]

  private static func lines(of path: String) -> [ArraySlice<UInt8>] {
    ((try? WholeFile.read(path, limit: 1 << 26)) ?? []).split(separator: 0x0A)
  }

  /// Returns the port after the first address of `sl: address:port …`, without parsing the rest.
  static func localPort(in line: ArraySlice<UInt8>, addressDigits: Int) -> UInt16? {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let start = colon + 3 + addressDigits
    guard start + 4 <= line.endIndex else { return nil }
    return UInt16(String(decoding: line[start..<start + 4], as: UTF8.self), radix: 16)
  }
}

extension TCPTable.Row {
  /// Reads `sl: local remote state queues timer retransmissions uid timeout inode …`.
  init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 0x20)
    guard fields.count > 9, let local = TCPEndpoint(fields[1]), let remote = TCPEndpoint(fields[2]),
      let state = UInt8(String(decoding: fields[3], as: UTF8.self), radix: 16),
      let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
      let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
    else { return nil }
    self.init(local: local, remote: remote, state: state, user: user, inode: inode)
  }
}

extension TCPEndpoint {
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
    if bytes.count == 4 {
      self.init(ipv4: bytes, port: port)
    } else {
      self.init(ipv6: bytes, port: port)
    }
  }
}
