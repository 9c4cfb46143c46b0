// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import Testing

/// A client of a unix socket that waits for what the service sends.
final class Connection {
  private let socket: CInt
  private var rest: [UInt8] = []

  init(_ path: String) throws {
    socket = Glibc.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let result = try UnixAddress(path).withAddress { [socket] in connect(socket, $0, $1) }
    try #require(result == 0, "cannot connect to \(path): \(errno)")
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(socket, bytes, bytes.count)
  }

  /// Returns the next line with these words, and drops the lines before it.
  func line(with words: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String
  {
    while true {
      while let end = rest.firstIndex(of: 0x0A) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        if line.contains(words) { return line }
      }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = read(socket, &buffer, buffer.count)
      try #require(count > 0, "nothing with \(words) came", sourceLocation: sourceLocation)
      rest += buffer.prefix(count)
    }
  }

  /// Returns whether the other end closes the connection, whatever it sends before that.
  func isClosed() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(socket, &buffer, buffer.count)
      if count <= 0 { return count == 0 || errno == ECONNRESET }
    }
  }
}
