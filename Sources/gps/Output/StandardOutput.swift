// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc

/// Standard output with a buffer of our own, so that a line costs no system call.
struct StandardOutput: ~Copyable {
  private(set) var buffer: [UInt8] = []
  private let isUnbuffered: Bool
  private let isTerminal: Bool

  /// The place among files that are read side by side; `nil` when it is alone.
  private let place: Place?

  /// Characters that fit into a line; `nil` where it is not a terminal that reads them.
  var width: Int? { isTerminal ? Self.terminalWidth : nil }

  /// Characters that fit into a line of the terminal; `nil` if there is none.
  static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Whether nothing else is read at the same time.
  var isAlone: Bool { place == nil }

  /// Bytes gathered before they are written.
  private static let capacity = 1 << 16

  /// - Parameter flushingLines: writes each line at once; otherwise only to a terminal.
  init(flushingLines: Bool = false) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    self.isTerminal = isTerminal
    isUnbuffered = flushingLines || isTerminal
    place = nil
    prepare()
  }

  /// The output of one of several files that are read side by side; it has to be flushed at its end.
  init(_ place: Place) {
    isTerminal = isatty(STDOUT_FILENO) == 1
    isUnbuffered = false
    self.place = place
    prepare()
  }

  private mutating func prepare() {
    buffer.reserveCapacity(Self.capacity + 4096)
    // A reader that goes away and a file that may not grow are told by write(2), not by signals.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
  }

  deinit { if place == nil { try? Self.write(buffer[...]) } }

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

  /// Says something on standard error, behind what was printed so far.
  ///
  /// - Throws: `ExitCode`, see ``flush()``.
  mutating func complain(_ message: String) throws {
    try flush()
    if place?.keep(complaint: message) != true { gps.complain(message) }
  }

  /// Writes what has been gathered; where it is not its turn, keeps it for then.
  ///
  /// - Throws: `ExitCode`, which ends the program: success when nobody reads any more; 74 when it cannot
  ///   be written, once the reason has been said.
  mutating func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    if let place, try place.keep(buffer) { return }
    try Self.write(buffer[...])
  }

  static func write(_ bytes: ArraySlice<UInt8>) throws {
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
          gps.complain(
            "cannot write to standard output: \(String(cString: strerror(errno)))"
              + "; check where it goes")
          throw ExitCode(EX_IOERR)
        }
      }
    }
  }
}
