// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem

/// Where the files are.
package struct AuthorizationDirectories: Hashable, Sendable {
  /// Of the person's decisions; `nil` for a user without a home.
  package var decisions: String?
  /// The administrator's file.
  package var policy: String
  /// Of the files that tell who uses the location; `nil` without a session.
  package var presence: String?

  /// Where the administrator's file is, unless a test has another.
  package static let defaultPolicy = "/etc/core-location-linux/policy.json"

  package init(
    decisions: String?, policy: String = Self.defaultPolicy, presence: String?
  ) {
    self.decisions = decisions
    self.policy = policy
    self.presence = presence
  }

  package init(_ directories: UserDirectories) {
    self.init(decisions: directories.ourConfiguration, presence: directories.ourRuntime)
  }

  /// Those of this process.
  package static var current: AuthorizationDirectories {
    AuthorizationDirectories(.current)
  }
}
