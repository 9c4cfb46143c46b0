// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Where the files are.
package struct AuthorizationDirectories: Hashable, Sendable {
  /// Of the person's decisions; `nil` for a user without a home.
  package var decisions: String?
  /// The administrator's file.
  package var policy: String
  /// Of the files that tell who uses the location; `nil` without a session.
  package var presence: String?

  package init(
    decisions: String?, policy: String = "/etc/core-location-linux/policy.json", presence: String?
  ) {
    self.decisions = decisions
    self.policy = policy
    self.presence = presence
  }

  /// As the environment says; directories that are not absolute are not obeyed, as the XDG specification asks.
  package init(environment: (String) -> String?) {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let folder = "/core-location-linux"
    let configuration = absolute("XDG_CONFIG_HOME") ?? absolute("HOME").map { $0 + "/.config" }
    self.init(
      decisions: configuration.map { $0 + folder },
      presence: absolute("XDG_RUNTIME_DIR").map { $0 + folder })
  }

  /// Those of this process.
  package static var current: AuthorizationDirectories {
    AuthorizationDirectories { name in getenv(name).map { String(cString: $0) } }
  }
}
