// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Members of a gzip file (RFC 1952), which are decompressed one after the other as if they were one.
enum GzipMember {
  /// As much as `gzip` reads before it writes anything: with more, it could wait to be read while its input waits.
  static let longest = 1 << 15

  /// How much longer than its content a member may be.
  static let overhead = 32

  /// Compresses bytes to members with the system's `gzip`; see docs/decisions/0004.
  ///
  /// - Returns: `nil` if it fails.
  /// - Throws: ``SystemError`` when `gzip` is missing or cannot be started.
  static func compressed(_ bytes: [UInt8]) throws(SystemError) -> [UInt8]? {
    var members: [UInt8] = []
    var rest = bytes[...]
    repeat {
      guard let member = try member(of: rest.prefix(longest)) else { return nil }
      members += member
      rest = rest.dropFirst(longest)
    } while !rest.isEmpty
    return members
  }

  private static func member(of bytes: ArraySlice<UInt8>) throws(SystemError) -> [UInt8]? {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw SystemError("create", "a pair of sockets", errno: errno)
    }
    let (near, far) = (ends[0], ends[1])
    defer { close(far) }
    let gzip: pid_t
    do {
      defer { close(near) }
      // Without a name and a time, the same bytes give the same member. Ctrl-C at the terminal must not end `gzip`.
      gzip = try spawn("gzip", "-cn", from: near, to: near, untilEndOfInput: true)
    }
    send(bytes, to: far)
    shutdown(far, CInt(SHUT_WR))
    let member = try? WholeFile.read(far, "gzip", limit: 2 * longest)
    return reap(gzip) == 0 ? member : nil
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to socket: CInt) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // A closed socket is reported by the call rather than by a signal.
        let count = retryingOnInterrupt {
          Glibc.send(
            socket, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
            CInt(MSG_NOSIGNAL))
        }
        if count <= 0 { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
