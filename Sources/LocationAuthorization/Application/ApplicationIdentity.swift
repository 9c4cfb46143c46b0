// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whom a decision is about.
package struct ApplicationIdentity: Hashable, Sendable {
  /// Its bundle identifier, else the real path of its executable.
  package let identifier: String
  /// What people call it, in its own words: not to be trusted, and not escaped.
  package let name: String

  /// - Parameter name: what it calls itself; without it, the end of the identifier's path.
  package init(identifier: String, name: String? = nil) {
    self.identifier = identifier
    self.name = name ?? identifier.split(separator: "/").last.map(String.init) ?? identifier
  }
}

extension ApplicationIdentity {
  /// The identifier as a word of a shell.
  package var quotedIdentifier: String {
    let isPlain = identifier.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard !isPlain || identifier.isEmpty else { return identifier }
    return "'"
      + identifier.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
