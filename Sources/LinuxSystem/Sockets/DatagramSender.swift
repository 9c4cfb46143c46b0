// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A socket that sends datagrams to one address, which may be that of all machines of a network.
package final class DatagramSender: Sendable {
  private let socket: CInt
  private let address: InternetAddress

  /// - Throws: ``SystemError`` if there is no socket for addresses of this kind.
  package init(to address: InternetAddress) throws(SystemError) {
    self.address = address
    socket = openSocket(address.family, SOCK_DGRAM)
    guard socket >= 0 else { throw SystemError("send to", address.description, errno: errno) }
    var isAllowed: CInt = 1
    setsockopt(socket, SOL_SOCKET, SO_BROADCAST, &isAllowed, socklen_t(MemoryLayout<CInt>.size))
  }

  deinit { if socket >= 0 { close(socket) } }

  /// Sends a datagram, without waiting.
  ///
  /// - Returns: an error number; 0 if the kernel has accepted it, which does not mean that anybody receives it.
  package func send(_ bytes: ArraySlice<UInt8>) -> CInt {
    bytes.withUnsafeBytes { bytes in
      address.withAddress { target, length in
        let sent = retryingOnInterrupt {
          sendto(socket, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL), target, length)
        }
        return sent < 0 ? errno : 0
      }
    }
  }
}
