// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import LinuxSystem

/// Standard output with its own buffer, so that a line costs no system call.
package struct StandardOutput: ~Copyable {
  package private(set) var buffer: [UInt8] = []
  private let isUnbuffered: Bool
  private let isTerminal: Bool
  /// A descriptor that becomes readable when the command is to end.
  private let interruption: CInt?

  package let palette = TerminalPalette(of: STDOUT_FILENO)

  /// Characters that fit on a line; `nil` if it is not a terminal.
  package var width: Int? { isTerminal ? Self.terminalWidth : nil }

  /// Characters that fit on a line of the terminal; `nil` if there is none.
  package static var terminalWidth: Int? { terminalSize(of: STDOUT_FILENO).columns }

  private static let capacity = 1 << 16

  /// - Parameter interruption: a descriptor that becomes readable when the command is to end, even if nobody reads its output.
  package init(flushingLines: Bool = false, endingBy interruption: CInt? = nil) {
    self.interruption = interruption
    let isTerminal = isatty(STDOUT_FILENO) == 1
    self.isTerminal = isTerminal
    isUnbuffered = flushingLines || isTerminal
    buffer.reserveCapacity(Self.capacity + 4096)
    ignoreSignalsOfWriting()
  }

  deinit { try? write() }

  /// Appends one line, whose content `body` writes without the line end.
  package mutating func line(_ body: (inout [UInt8]) -> Void) throws {
    body(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    if isUnbuffered || buffer.count >= Self.capacity { try flush() }
  }

  package mutating func line(_ text: String) throws {
    try line { $0.append(contentsOf: text.utf8) }
  }

  package mutating func line(json value: any Encodable) throws {
    let json = try JSONLine.encode(value)
    try line { $0.append(contentsOf: json) }
  }

  package mutating func table(_ columns: [TextTable.Column], rows: [[String]]) throws {
    for row in TextTable(columns, rows: rows).lines(width: Self.terminalWidth) { try line(row) }
  }

  /// Appends bytes that include their own line ends.
  package mutating func append<Result>(_ body: (inout [UInt8]) -> Result) throws -> Result {
    let result = body(&buffer)
    if isUnbuffered || buffer.count >= Self.capacity { try flush() }
    return result
  }

  /// Prints a message on standard error, after what has been printed so far.
  package mutating func complain(_ message: String) throws {
    try flush()
    GPSTool.complain(message)
  }

  /// - Throws: `ExitCode`, which ends the program: success when the reader has closed the pipe; 74 when writing fails,
  ///   after the reason has been printed.
  package mutating func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try write()
  }

  private func write() throws {
    try buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        if interruption != nil { try waitForRoom() }
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(longestWrite))
        let count = retryingOnInterrupt {
          Glibc.write(STDOUT_FILENO, piece.baseAddress, piece.count)
        }
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // Another program has made it non-blocking, for all that share it.
          try waitForRoom()
        } else if errno == EPIPE {
          throw ExitCode.success
        } else {
          GPSTool.complain(
            "cannot write to standard output: \(describe(errno: errno)); check where it goes")
          throw ExitCode(EX_IOERR)
        }
      }
    }
  }

  /// The most bytes to write at once: if a wait must be interruptible, what a writable pipe accepts without blocking.
  private var longestWrite: Int { interruption == nil ? .max : 4096 }

  /// Waits until more can be written; throws `ExitCode.success` when the command is to end.
  private func waitForRoom() throws {
    guard isWritable(STDOUT_FILENO, orReadable: interruption) else { throw ExitCode.success }
  }
}

/// Lets write(2) report a closed pipe or connection, and a file that may not grow, rather than a signal that ends the program.
package func ignoreSignalsOfWriting() {
  for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
}
