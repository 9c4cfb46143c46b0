// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// Tells whether this process is in the foreground.
package struct Foreground: Sendable {
  /// Where a process is.
  package enum Place: Hashable, Sendable {
    /// What is typed at its terminal is for it.
    case foreground
    /// What is typed at its terminal is for others.
    case background
    /// It has no terminal, and will not get one.
    case noTerminal
  }

  private let look: @Sendable () -> Place

  /// - Parameter look: answers at once, on any thread.
  package init(_ look: @escaping @Sendable () -> Place) { self.look = look }

  /// Where it is now.
  package var place: Place { look() }

  /// By the controlling terminal of this process; three system calls.
  package static let terminal = Foreground {
    let terminal = retryingOnInterrupt { open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC) }
    guard terminal >= 0 else { return .noTerminal }
    defer { close(terminal) }
    return isForeground(terminal) ? .foreground : .background
  }

  /// Whether what is typed at a terminal is for this process.
  static func isForeground(_ terminal: CInt) -> Bool { tcgetpgrp(terminal) == getpgrp() }
}
