// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Determines whether a person is using this process.
package enum Foreground {
  /// How a process relates to its terminal or display.
  package enum ProcessState: Hashable, Sendable {
    /// Input at its terminal goes to it.
    case foreground
    /// Input at its terminal goes to other programs.
    case background
    /// It has a display in place of a terminal: a person has started it to see its windows.
    case display
    /// It has neither, and will not get one.
    case nowhere

    package var isInUse: Bool { self == .foreground || self == .display }
    /// Whether the process may change to another state, which the system does not notify of.
    var mayChange: Bool { self == .foreground || self == .background }
  }

  /// Determines the state by the controlling terminal of this process, else by its display; costs three system calls.
  package static let ofThisProcess: @Sendable () -> ProcessState = {
    // Taken from the environment at the start: a display that is set later is for its children.
    let processState = DisplaySession.current.hasWindows ? ProcessState.display : .nowhere
    return {
      let terminal = retryingOnInterrupt { open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC) }
      guard terminal >= 0 else { return processState }
      defer { close(terminal) }
      return isForeground(terminal) ? .foreground : .background
    }
  }()

  static func isForeground(_ terminal: CInt) -> Bool { tcgetpgrp(terminal) == getpgrp() }
}
