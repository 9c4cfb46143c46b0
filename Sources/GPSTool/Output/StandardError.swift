// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Prints a message on standard error, in one line, and in this color on a terminal that shows colors.
package func complain(_ message: String, _ color: TerminalColor? = nil) {
  let text = TerminalColor.paint(printable(message).shortened(to: 1000), color, on: STDERR_FILENO)
  StandardError.write("gps: \(text)\n")
}

/// Standard error, which must not hold up fixes if nobody reads it, or after Ctrl-S.
///
/// What it does not accept at once is written by a thread, in order. Nothing is dropped: once hundreds of messages wait,
/// the caller waits, too.
package enum StandardError {
  private static let pending = Mutex((bytes: [UInt8](), isThreadWriting: false))
  /// The most bytes that wait.
  private static let limit = 1 << 16
  /// What a pipe accepts without blocking once it is writable.
  private static let longestWrite = 4096

  /// Whether something waits to be written.
  static var isBusy: Bool { pending.withLock { $0.isThreadWriting } }

  /// Writes text as it is; a failure is ignored.
  package static func write(_ text: String) {
    let isFull = pending.withLock { pending in
      pending.bytes += text.utf8
      while !pending.isThreadWriting, !pending.bytes.isEmpty {
        if !isWritable(STDERR_FILENO, by: .zero), let thread = POSIXThread(writePending) {
          thread.detach()
          pending.isThreadWriting = true
        } else {
          writeOnce(&pending.bytes)
        }
      }
      return pending.bytes.count > limit
    }
    if isFull { finish() }
  }

  /// Waits until everything is written, or an interruption finds that nobody reads it.
  package static func finish() {
    while isBusy, isWritable(STDERR_FILENO, orReadable: Interruption.descriptor) { sched_yield() }
  }

  private static func writePending() {
    while true {
      var piece = pending.withLock { pending in
        pending.isThreadWriting = !pending.bytes.isEmpty
        return Array(pending.bytes.prefix(longestWrite))
      }
      guard !piece.isEmpty else { return }
      let count = piece.count
      while !piece.isEmpty { writeOnce(&piece) }
      pending.withLock { $0.bytes.removeFirst(count) }
    }
  }

  /// Writes the beginning of bytes, and removes it; all of them if they cannot be written.
  private static func writeOnce(_ bytes: inout [UInt8]) {
    let count = retryingOnInterrupt {
      Glibc.write(STDERR_FILENO, bytes, min(bytes.count, longestWrite))
    }
    if count > 0 {
      bytes.removeFirst(count)
    } else if count < 0, errno == EAGAIN {
      // Another program has made it non-blocking, for all that share it.
      _ = isWritable(STDERR_FILENO)
    } else {
      bytes = []
    }
  }
}
