// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// Standard output with a buffer of our own, so that a line costs no system call.
struct StandardOutput: ~Copyable {
  private(set) var buffer: [UInt8] = []
  private let isUnbuffered: Bool

  /// Bytes gathered before they are written.
  private static let capacity = 1 << 16

  /// - Parameter flushingLines: writes each line at once; otherwise only to a terminal.
  init(flushingLines: Bool = false) {
    isUnbuffered = flushingLines || isatty(STDOUT_FILENO) == 1
    buffer.reserveCapacity(Self.capacity + 4096)
    // A reader that goes away is told by write(2), not by a signal.
    signal(SIGPIPE, SIG_IGN)
  }

  deinit { try? Self.write(buffer) }

  /// Appends one line, which `body` writes without its end.
  ///
  /// - Throws: `ExitCode`, see ``flush()``.
  mutating func line(_ body: (inout [UInt8]) -> Void) throws {
    body(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    if isUnbuffered || buffer.count >= Self.capacity { try flush() }
  }

  /// Appends bytes that bring their own line ends.
  ///
  /// - Throws: `ExitCode`, see ``flush()``.
  mutating func append<Result>(_ body: (inout [UInt8]) -> Result) throws -> Result {
    let result = body(&buffer)
    if isUnbuffered || buffer.count >= Self.capacity { try flush() }
    return result
  }

  /// Writes what has been gathered.
  ///
  /// - Throws: `ExitCode`, which ends the program: success when nobody reads any more; 74 when it cannot
  ///   be written, once the reason has been said.
  mutating func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try Self.write(buffer)
  }

  private static func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          throw ExitCode.success
        } else if errno != EINTR {
          complain(
            "cannot write to standard output: \(String(cString: strerror(errno)))"
              + "; check where it goes")
          throw ExitCode(EX_IOERR)
        }
      }
    }
  }
}
