// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Why an address cannot be published to.
package struct AddressError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The address as it was written, without its query and without anything that may be a password.
  package let address: String
  /// What is wrong with it, and what to write instead.
  package let reason: String

  init(_ text: String, _ reason: String) {
    address = Self.withoutSecrets(text)
    self.reason = reason
  }

  /// Cannot do what, to which, because why; what to try.
  package var description: String {
    "cannot publish to \(address.escapedForTerminal): \(reason.escapedForTerminal)"
  }

  /// A password may itself contain `@`, `/` or `?`: what is between the first colon and the last `@` is left out.
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
