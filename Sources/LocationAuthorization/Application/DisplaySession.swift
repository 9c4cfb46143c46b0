// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// Whether a process without a terminal was started for somebody to look at; see
/// docs/decisions/0015-in-use-without-a-terminal.md.
package struct DisplaySession: Hashable, Sendable {
  /// Whether it can show windows, and is no service of the person's session.
  package let hasWindows: Bool

  /// - Parameters:
  ///   - variable: the value of an environment variable.
  ///   - controlGroups: what `/proc/self/cgroup` says.
  ///   - process: its number.
  package init(variable: (String) -> String?, controlGroups: String, process: pid_t) {
    let hasDisplay = ["WAYLAND_DISPLAY", "DISPLAY"].contains { variable($0)?.isEmpty == false }
    // What a window manager starts is in its unit, but is not what systemd started.
    let started = variable("SYSTEMD_EXEC_PID")
    let isStartedBySystemd = started == nil || started == String(process)
    hasWindows = hasDisplay && !(isStartedBySystemd && Self.isInUserService(controlGroups))
  }

  /// That of this process.
  static var current: DisplaySession {
    let groups = (try? WholeFile.read("/proc/self/cgroup", limit: 1 << 16)) ?? nil
    return DisplaySession(
      variable: { name in getenv(name).map { String(cString: $0) } },
      controlGroups: String(decoding: groups ?? [], as: UTF8.self), process: getpid())
  }

  /// Whether it is in a service of a user's session, all of which are given the display of that session.
  ///
  /// Desktops run what people start from a menu as a scope, or as a service whose name begins with `app-`.
  private static func isInUserService(_ controlGroups: String) -> Bool {
    controlGroups.split(separator: "\n").contains { line in
      let units = line.split(separator: "/")
      guard let manager = units.firstIndex(where: isUserManager) else { return false }
      let unit = units[(manager + 1)...].first { !$0.hasSuffix(".slice") } ?? ""
      return unit.hasSuffix(".service") && !unit.hasPrefix("app-")
    }
  }

  /// Whether a unit is the systemd of a user, `user@1000.service`.
  private static func isUserManager(_ unit: Substring) -> Bool {
    unit.hasPrefix("user@") && unit.hasSuffix(".service")
  }
}
