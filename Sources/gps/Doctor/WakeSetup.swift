// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LinuxSystem

/// Whether the applications of this user that have ended are started for what they monitor, according to its files.
struct WakeSetup: Hashable {
  static let unit = "gps-wake.service"

  /// How many applications have registered, and may be started.
  var applications = 0
  var isWatched = false
  var isInstalled = false

  private static let folders = [
    "/etc/systemd/user", "/usr/local/lib/systemd/user", "/usr/lib/systemd/user",
    "/lib/systemd/user",
  ]
}

extension WakeSetup {
  init(_ tree: SystemTree, _ directories: UserDirectories = .current) {
    isInstalled =
      tree.exists("/run/systemd/system")
      && Self.folders.contains { tree.exists("\($0)/\(Self.unit)") }
    guard let state = directories.ourState.map({ tree.root + $0 }) else { return }
    applications = WakeListing.all(state).filter { $0.refusal == nil }.count
    isWatched = applications > 0 && WakeState.isWatched(state)
  }

  /// The command that starts `gps wake`, now and whenever the person logs in.
  var command: String {
    isInstalled ? "systemctl --user enable --now \(Self.unit)" : "gps wake"
  }

  /// What is so, as a clause; `nil` if no application has registered.
  var clause: String? {
    guard applications > 0 else { return nil }
    let which = counted(applications, "application")
    return isWatched
      ? "gps wake watches for \(which)"
      : "\(which) may be started for what happens, but gps wake does not run"
  }

  var sentence: String? { clause.map { isWatched ? $0 : "\($0); run \"\(command)\"" } }

  var members: JSONMembers { ["wake": isWatched, "applications": applications] }
}
