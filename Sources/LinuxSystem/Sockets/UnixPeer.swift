// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

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
