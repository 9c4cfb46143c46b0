// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A connection to systemd, or whatever started the service, for reports on its state (sd_notify(3)).
package final class SystemNotifier: Sendable {
  private let socket: CInt
  private let address: UnixAddress?

  /// - Parameter path: the value of `NOTIFY_SOCKET`; `nil` or empty if no program expects reports.
  package init(_ path: String?) {
    address = path.flatMap { $0.isEmpty ? nil : try? UnixAddress(systemd: $0) }
    socket =
      address == nil
      ? -1 : Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  deinit { if socket >= 0 { close(socket) } }

  var isListening: Bool { socket >= 0 }

  /// Sends a message, with a descriptor to be kept; does nothing if no program expects reports.
  ///
  /// Blocks while the queue of the program that reads the messages is full.
  package func send(_ message: String, _ descriptor: CInt? = nil) {
    _ = send(message, descriptor, flags: 0)
  }

  /// Sends a message that can also be sent later, without blocking; returns false if the queue is full.
  package func offer(_ message: String) -> Bool {
    send(message, nil, flags: CInt(MSG_DONTWAIT)) != EAGAIN
  }

  /// - Returns: an error number; 0 on success, or if no program expects reports.
  private func send(_ message: String, _ descriptor: CInt?, flags: CInt) -> CInt {
    guard isListening, let address else { return 0 }
    var control = descriptor.map(Self.rights) ?? []
    var bytes = Array(message.utf8)
    let (socket, flags) = (socket, flags | CInt(MSG_NOSIGNAL))
    return bytes.withUnsafeMutableBytes { content in
      control.withUnsafeMutableBytes { control in
        address.withAddress { target, length in
          var part = iovec(iov_base: content.baseAddress, iov_len: content.count)
          return withUnsafeMutablePointer(to: &part) { part in
            var header = msghdr()
            // The kernel only reads it.
            header.msg_name = UnsafeMutableRawPointer(mutating: target)
            header.msg_namelen = length
            header.msg_iov = part
            header.msg_iovlen = 1
            header.msg_control = control.isEmpty ? nil : control.baseAddress
            header.msg_controllen = control.count
            return retryingOnInterrupt { sendmsg(socket, &header, flags) } >= 0 ? 0 : errno
          }
        }
      }
    }
  }

  /// Returns a control message that passes a descriptor: its length, SOL_SOCKET, SCM_RIGHTS, the descriptor, padding.
  private static func rights(_ descriptor: CInt) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { bytes += $0 } }
    append(MemoryLayout<size_t>.size + 3 * 4)
    append(CInt(SOL_SOCKET))
    append(CInt(1))
    append(descriptor)
    append(CInt(0))
    return bytes
  }
}
