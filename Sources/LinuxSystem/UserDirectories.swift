// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The directories of one user, as the XDG Base Directory Specification names them.
///
/// A variable that is empty or holds a relative path is ignored, as the specification asks: the default counts instead.
/// This is the one place that reads these variables.
package struct UserDirectories: Hashable, Sendable {
  /// What a person set (`$XDG_CONFIG_HOME`, else `~/.config`); `nil` for a user without a home.
  package let configuration: String?
  /// What a program remembers (`$XDG_STATE_HOME`, else `~/.local/state`); `nil` for a user without a home.
  package let state: String?
  /// What lasts as long as the session (`$XDG_RUNTIME_DIR`); `nil` without a session.
  package let runtime: String?

  /// - Parameter variable: the value of an environment variable, `nil` if it is not set.
  package init(variable: (String) -> String?) {
    func absolute(_ name: String) -> String? {
      variable(name).flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let home = absolute("HOME")
    configuration = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    state = absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    runtime = absolute("XDG_RUNTIME_DIR")
  }

  package init(environment: [String: String]) { self.init { environment[$0] } }

  /// Those of this process.
  package static var current: UserDirectories {
    UserDirectories { name in getenv(name).map { String(cString: $0) } }
  }

  /// The name of our own folder in each of them, and in the machine's `/etc`.
  package static let folder = "core-location-linux"

  /// Our folder in ``configuration``.
  package var ourConfiguration: String? { configuration.map { "\($0)/\(Self.folder)" } }
  /// Our folder in ``state``.
  package var ourState: String? { state.map { "\($0)/\(Self.folder)" } }
  /// Our folder in ``runtime``.
  package var ourRuntime: String? { runtime.map { "\($0)/\(Self.folder)" } }
}
