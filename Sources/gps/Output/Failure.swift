// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Glibc
import LinuxSystem
import ReceiverRecording

/// Why a command cannot continue: one line for the user, and an exit code of sysexits.h.
struct Failure: Error, CustomStringConvertible {
  let description: String
  let exitCode: CInt

  init(_ description: String, _ exitCode: CInt) {
    self.description = description
    self.exitCode = exitCode
  }

  init(_ error: RecordingError) {
    description = error.description
    exitCode =
      switch error.cause {
      case .missing, .isDirectory: EX_NOINPUT
      case .permissionDenied: EX_NOPERM
      case .damagedGzip: EX_DATAERR
      case .noGzip: EX_UNAVAILABLE
      case .system: EX_IOERR
      }
  }

  /// Prints it on standard error.
  func report() { complain(description) }
}

/// Prints a message on standard error, in one line.
///
/// - Parameter color: used if standard error is a terminal that shows colors.
func complain(_ message: String, _ color: TerminalColor? = nil) {
  let text = TerminalColor.paint(printable(message).shortened(to: 1000), color, on: STDERR_FILENO)
  writeToStandardError("gps: \(text)\n")
}

/// Writes text to standard error as it is, in one piece; a failure is ignored.
func writeToStandardError(_ text: String) {
  let bytes = Array(text.utf8)
  _ = write(STDERR_FILENO, bytes, bytes.count)
}

extension String {
  /// Returns the text, with its middle omitted if it is longer: the content of an untrusted file may be endless.
  func shortened(to length: Int) -> String {
    guard utf8.count > length else { return self }
    return prefix(length / 2) + "…" + suffix(length / 4)
  }
}

/// Returns text with characters escaped that could control a terminal: names and sentences are untrusted.
func printable(_ text: String) -> String { text.escapedForTerminal }
