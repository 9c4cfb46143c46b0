// Core Location for Linux. SPDX-License-Identifier: MIT

/// A client of the location service to which an administrator's rule applies.
package enum PolicyClient: Hashable, Sendable {
  /// The programs of a user, by name or number.
  case user(String)
  /// The programs of all users in a group, by name or number.
  case group(String)
  /// A system service, by its systemd unit: `weather.service`.
  case unit(String)

  /// Reads `user:NAME`, `group:NAME` or `unit:NAME.service`, in UTF-8; `nil` for anything else.
  init?(_ text: ApplicationIdentifier) {
    guard let text = String(validating: text.bytes, as: UTF8.self),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let name = String(text[text.index(after: colon)...])
    guard !name.isEmpty else { return nil }
    switch text[..<colon] {
    case "user": self = .user(name)
    case "group": self = .group(name)
    // No other kind has processes that a rule could be about.
    case "unit" where name.hasSuffix(".service"): self = .unit(name)
    default: return nil
    }
  }
}

extension PolicyClient: CustomStringConvertible {
  package var description: String {
    switch self {
    case .user(let name): "user:\(name)"
    case .group(let name): "group:\(name)"
    case .unit(let name): "unit:\(name)"
    }
  }
}
