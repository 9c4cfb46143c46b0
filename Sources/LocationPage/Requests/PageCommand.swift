// Core Location for Linux. SPDX-License-Identifier: MIT

/// The command that serves the page, for answers that say what to do.
package struct PageCommand: Hashable, Sendable {
  /// The command itself, such as `gps web`.
  let name: String
  /// Its option that selects an address.
  let option: String

  package static let web = PageCommand(name: "gps web", option: "--listen")
  package static let serve = PageCommand(name: "gps serve", option: "--web")
}
