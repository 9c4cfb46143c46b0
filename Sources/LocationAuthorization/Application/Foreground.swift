// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Tells whether a person is using this process.
package struct Foreground: Sendable {
  /// What a process has of its terminal or display.
  package enum ProcessState: Hashable, Sendable {
    /// What is typed at its terminal is for it.
    case foreground
    /// What is typed at its terminal is for others.
    case background
    /// It has a display in place of a terminal: a person has started it to see its windows.
    case display
    /// It has neither, and will not get one.
    case nowhere

    /// Whether the application is in use in this state.
    package var isInUse: Bool { self == .foreground || self == .display }
    /// Whether the process may come to be in another state, of which nobody is notified.
    var mayChange: Bool { self == .foreground || self == .background }
  }

  private let look: @Sendable () -> ProcessState

  /// - Parameter look: answers at once, on any thread.
  package init(_ look: @escaping @Sendable () -> ProcessState) { self.look = look }

  /// The state that it is in now.
  package var processState: ProcessState { look() }

  /// By the controlling terminal of this process, else by its display; three system calls.
  package static let process: Foreground = {
    // It is what the process was started with: a display that is set later is for its children.
    let processState = DisplaySession.current.hasWindows ? ProcessState.display : .nowhere
    return Foreground {
      let terminal = retryingOnInterrupt { open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC) }
      guard terminal >= 0 else { return processState }
      defer { close(terminal) }
      return isForeground(terminal) ? .foreground : .background
    }
  }()

  /// Whether what is typed at a terminal is for this process.
  static func isForeground(_ terminal: CInt) -> Bool { tcgetpgrp(terminal) == getpgrp() }
}
