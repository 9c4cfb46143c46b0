// Core Location for Linux. SPDX-License-Identifier: MIT

/// The directories of one user, according to the XDG Base Directory Specification.
///
/// A variable that is empty or contains a relative path is ignored in favor of the default, as the specification
/// requires. These variables are read only here.
package struct UserDirectories: Hashable, Sendable {
  /// For a person's settings (`$XDG_CONFIG_HOME`, else `~/.config`); `nil` for a user without a home.
  package let configuration: String?
  /// For what programs remember (`$XDG_STATE_HOME`, else `~/.local/state`); `nil` for a user without a home.
  package let state: String?
  /// For files that last as long as the session (`$XDG_RUNTIME_DIR`); `nil` without a session.
  package let runtime: String?

  package init(environment: Environment) {
    func absolute(_ name: String) -> String? {
      environment[name].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    let home = absolute("HOME")
    configuration = absolute("XDG_CONFIG_HOME") ?? home.map { $0 + "/.config" }
    state = absolute("XDG_STATE_HOME") ?? home.map { $0 + "/.local/state" }
    runtime = absolute("XDG_RUNTIME_DIR")
  }

  package static var current: UserDirectories { UserDirectories(environment: .current) }

  /// The name of this project's folder in each of them, and in `/etc`.
  package static let folder = "core-location-linux"

  /// This project's folder in ``configuration``.
  package var ourConfiguration: String? { configuration.map { "\($0)/\(Self.folder)" } }
  /// This project's folder in ``state``.
  package var ourState: String? { state.map { "\($0)/\(Self.folder)" } }
  /// This project's folder in ``runtime``.
  package var ourRuntime: String? { runtime.map { "\($0)/\(Self.folder)" } }
}
