// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// Connects to a unix stream socket, without waiting.
///
/// - Returns: a non-blocking descriptor, which the caller closes.
/// - Throws: `SystemError` with `ENOENT` if there is no socket at that path, `ECONNREFUSED` if no program listens on it,
///   `EAGAIN` if too many clients are waiting to be accepted, and `ENAMETOOLONG` if the path does not fit an address.
func connectedUnixSocket(_ path: String) throws(SystemError) -> CInt {
  let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
  let descriptor = movedAboveStandard(socket(AF_UNIX, type, 0))
  guard descriptor >= 0 else { throw SystemError("connect to", path, errno: errno) }
  guard withUnixAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
    let number = errno
    close(descriptor)
    throw SystemError("connect to", path, errno: number)
  }
  return descriptor
}

/// Calls the body with the address of a unix socket; returns −1 with `ENAMETOOLONG` if the path does not fit.
package func withUnixAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) -> CInt {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  let bytes = Array(path.utf8)
  let isShort = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
    guard bytes.count < buffer.count else { return false }
    buffer.copyBytes(from: bytes)
    return true
  }
  guard isShort else {
    errno = ENAMETOOLONG
    return -1
  }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
