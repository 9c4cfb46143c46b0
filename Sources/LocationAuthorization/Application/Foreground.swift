// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
package import LinuxSystem

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

/// Whether a process without a terminal was started for a person to look at.
///
/// See docs/decisions/0015-in-use-without-a-terminal.md.
package struct DisplaySession: Hashable, Sendable {
  /// Whether it can show windows, and is not a service of the person's session.
  package let hasWindows: Bool

  /// - Parameter controlGroups: the content of `/proc/self/cgroup`.
  package init(environment: Environment, controlGroups: String, process: pid_t) {
    let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { environment[$0]?.isEmpty == false }
    // A program started by a window manager is in the manager's unit, but was not started by systemd.
    let started = environment["SYSTEMD_EXEC_PID"]
    let isStartedBySystemd = started == nil || started == String(process)
    hasWindows = hasDisplay && !(isStartedBySystemd && Self.isInUserService(controlGroups))
  }

  static var current: DisplaySession {
    let groups = (try? WholeFile.read("/proc/self/cgroup", limit: 1 << 16)) ?? nil
    return DisplaySession(
      environment: .current, controlGroups: String(decoding: groups ?? [], as: UTF8.self),
      process: getpid())
  }

  /// Whether the process is in a service of a user's session; all of these get the session's display.
  ///
  /// Desktops run what people start from a menu as a scope, or as a service whose name begins with `app-`.
  private static func isInUserService(_ controlGroups: String) -> Bool {
    controlGroups.split(separator: "\n").contains { line in
      let units = line.split(separator: "/")
      let manager = units.firstIndex { $0.hasPrefix("user@") && $0.hasSuffix(".service") }
      guard let manager else { return false }
      let unit = units[(manager + 1)...].first { !$0.hasSuffix(".slice") } ?? ""
      return unit.hasSuffix(".service") && !unit.hasPrefix("app-")
    }
  }
}
