// Core Location for Linux. SPDX-License-Identifier: MIT

/// A client of the location service to which an administrator's rule applies.
package enum PolicyClient: Hashable, Sendable {
  /// The programs of a user, by name or number.
  case user(String)
  /// The programs of all users in a group, by name or number.
  case group(String)
  /// A system service, by its systemd unit: `weather.service`.
  case unit(String)

  /// Reads `user:NAME`, `group:NAME` or `unit:NAME`; `nil` for anything else.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[text.index(after: colon)...])
    guard !name.isEmpty else { return nil }
    switch text[..<colon] {
    case "user": self = .user(name)
    case "group": self = .group(name)
    case "unit": self = .unit(name)
    default: return nil
    }
  }
}
