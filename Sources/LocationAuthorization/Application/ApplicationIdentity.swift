// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whom a decision is about, and what people are shown of it.
package struct ApplicationIdentity: Hashable, Sendable {
  /// Its bundle identifier, else the real path of its executable.
  package let identifier: ApplicationIdentifier
  /// What people call it, in its own words: not to be trusted, and not escaped.
  package let name: String
  /// The file that is being run; `nil` if that cannot be known.
  package let executable: Executable?

  /// - Parameter name: what it calls itself; without it, the end of the identifier's path.
  package init(
    identifier: ApplicationIdentifier, name: String? = nil, executable: Executable? = nil
  ) {
    self.identifier = identifier
    let words = identifier.description
    self.name = name ?? words.split(separator: "/").last.map(String.init) ?? words
    self.executable = executable
  }
}
