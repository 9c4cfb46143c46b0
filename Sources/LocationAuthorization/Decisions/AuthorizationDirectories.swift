// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem

/// The places of the files.
package struct AuthorizationDirectories: Hashable, Sendable {
  /// The directory of the person's decisions; `nil` for a user without a home.
  package var decisions: String?
  package var policy = Self.defaultPolicy
  /// The directory of the files that tell which processes use the location; `nil` without a session.
  package var presence: String?

  /// The path of the administrator's file, except in tests.
  package static let defaultPolicy = "/etc/core-location-linux/policy.json"
}

extension AuthorizationDirectories {
  package init(_ directories: UserDirectories) {
    self.init(decisions: directories.ourConfiguration, presence: directories.ourRuntime)
  }

  package static var current: AuthorizationDirectories {
    AuthorizationDirectories(.current)
  }
}
