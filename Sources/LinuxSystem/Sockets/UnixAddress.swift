// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// The address of a unix socket: a path, or a name in the abstract namespace.
package struct UnixAddress: Sendable {
  private let path: String
  private var address = sockaddr_un()
  private let length: socklen_t

  /// - Throws: ``SystemError`` with `ENAMETOOLONG` if the path does not fit.
  package init(_ path: String) throws(SystemError) {
    // With the zero byte that ends a path.
    try self.init(path, path.pathBytes.map(UInt8.init(bitPattern:)))
  }

  /// Reads the notation of systemd, in which `@` stands for the zero byte that begins a name in the abstract namespace.
  package init(systemd text: String) throws(SystemError) {
    let bytes = text.hasPrefix("@") ? [0] + text.utf8.dropFirst() : Array(text.utf8)
    try self.init(text, bytes)
  }

  private init(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    self.path = path
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    address.sun_family = sa_family_t(AF_UNIX)
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
      throw SystemError("connect to", path, errno: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
  }

  /// Returns the path of a unix socket that listens; `nil` for any other, and for one without a path.
  package static func path(of descriptor: CInt) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let path = withUnsafeBytes(of: address.sun_path) { $0.prefix { $0 != 0 } }
    return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }

  /// Calls a closure with the address in the form of system calls.
  package func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }

  /// Connects to a stream socket, without waiting.
  ///
  /// - Returns: a non-blocking descriptor, which the caller closes.
  /// - Throws: ``SystemError`` with `ENOENT` if there is no socket at that path, `ECONNREFUSED` if no program listens on
  ///   it, and `EAGAIN` if too many clients are waiting to be accepted.
  package func connect() throws(SystemError) -> CInt {
    let descriptor = openSocket(AF_UNIX, SOCK_STREAM)
    guard descriptor >= 0 else { throw SystemError("connect to", path, errno: errno) }
    guard withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let number = errno
      close(descriptor)
      throw SystemError("connect to", path, errno: number)
    }
    return descriptor
  }
}

/// The process at the other end of a connected unix socket, as it was when it connected or began to listen.
package struct UnixPeer: Hashable, Sendable {
  /// Its number; 0 if it is not visible from here, as in another container.
  package let process: pid_t
  package let user: uid_t
  package let group: gid_t

  // Constants that Swift's Glibc lacks.
  private static let optionPeerGroups: CInt = 59
  private static let optionPeerProcess: CInt = 77

  /// Reads the peer of a connected socket; `nil` for another kind of socket.
  package init?(_ socket: CInt) {
    // struct ucred, which Swift does not import.
    var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0,
      credentials.user != .max
    else { return nil }
    (process, user, group) = credentials
  }

  /// Returns the supplementary groups of a socket's peer; `nil` if the kernel does not tell.
  package static func groups(_ socket: CInt) -> Set<gid_t>? {
    // Room for as many groups as a process can have.
    var groups = [gid_t](repeating: 0, count: 65_536)
    var length = socklen_t(groups.count * MemoryLayout<gid_t>.size)
    guard getsockopt(socket, SOL_SOCKET, optionPeerGroups, &groups, &length) == 0 else {
      return nil
    }
    return Set(groups.prefix(Int(length) / MemoryLayout<gid_t>.size))
  }

  /// Returns a descriptor that refers to a socket's peer even if its number is reused; the caller closes it.
  ///
  /// - Returns: -1 before Linux 6.5; `nil` if the peer has ended.
  package static func handle(_ socket: CInt) -> CInt? {
    var handle: CInt = -1
    var length = socklen_t(MemoryLayout<CInt>.size)
    if getsockopt(socket, SOL_SOCKET, optionPeerProcess, &handle, &length) == 0 { return handle }
    return errno == ENOPROTOOPT ? -1 : nil
  }
}
