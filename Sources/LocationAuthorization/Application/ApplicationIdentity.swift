// Core Location for Linux. SPDX-License-Identifier: MIT

/// The subject of a decision, and what people are shown of it.
package struct ApplicationIdentity: Hashable, Sendable {
  /// Its bundle identifier, else the real path of its executable.
  package let identifier: ApplicationIdentifier
  /// Its name for people, in its own words: not trusted, and not escaped.
  package let name: String
  /// The file that is running; `nil` if that cannot be determined.
  package let executable: Executable?

  /// - Parameter name: its own name; without it, the last component of the identifier's path.
  package init(
    identifier: ApplicationIdentifier, name: String? = nil, executable: Executable? = nil
  ) {
    self.identifier = identifier
    let words = identifier.description
    self.name = name ?? words.split(separator: "/").last.map(String.init) ?? words
    self.executable = executable
  }
}
