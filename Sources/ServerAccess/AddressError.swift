// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The reason why an address of a server cannot be used.
package struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address as it was written, without its query and without anything that may be a password.
  package let address: String
  /// What is wrong with the address, and what to write instead.
  package let reason: String
  /// What it was meant for: `publish to`.
  private let purpose: String

  package init(_ text: String, _ reason: String, purpose: String = "publish to") {
    self.purpose = purpose
    address = Self.withoutSecrets(text)
    self.reason = reason
  }

  /// What cannot be done, with which address, for which reason, and what to try instead.
  package var description: String {
    "cannot \(purpose) \(address.escapedForTerminal): \(reason.escapedForTerminal)"
  }

  /// Returns the text without its query and password.
  ///
  /// A password may itself contain `@`, `/` or `?`, so everything between the first colon and the last `@` is removed.
  private static func withoutSecrets(_ text: String) -> String {
    var text = text
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    if let at = text.lastIndex(of: "@"), start < at,
      let colon = text[start..<at].firstIndex(of: ":")
    {
      text.replaceSubrange(text.index(after: colon)..<at, with: "…")
    }
    return String(text.prefix { $0 != "?" })
  }
}

/// A fault in a part of an address, found without knowing the whole: what is wrong, and what to write instead.
package struct AddressFault: Error {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The reason why the user's password or certificates for a server cannot be used, as one line, until something is changed.
package struct AccessError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  /// Of sysexits.h.
  package let exitCode: Int32

  package init(_ description: String, exitCode: Int32) {
    (self.description, self.exitCode) = (description, exitCode)
  }
}
