// Core Location for Linux. SPDX-License-Identifier: MIT

/// The head of a request, as a browser or a script sent it.
struct PageRequest: Hashable, Sendable {
  struct Header: Hashable, Sendable {
    var name: String
    var value: String
  }

  var method: String
  /// The path, and behind a question mark the query.
  var target: String
  var headers: [Header] = []
  /// Whether a body follows, or is said to.
  var hasBody = false
  /// Whether the kernel says that the connection belongs to the user who runs the page.
  var isFromOwnUser = false

  /// All values of a header.
  func values(_ name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The value of a header that may be there once; `nil` if it is missing, or there several times.
  func value(_ name: String) -> String? {
    let all = values(name)
    return all.count == 1 ? all[0] : nil
  }

  var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of a name in the query, as it stands there.
  func query(_ name: String) -> String? {
    guard let mark = target.firstIndex(of: "?") else { return nil }
    return Self.value(of: name, in: target[target.index(after: mark)...], separatedBy: "&")
  }

  /// The value of a cookie.
  func cookie(_ name: String) -> String? {
    values("cookie").lazy.compactMap { Self.value(of: name, in: $0[...], separatedBy: ";") }.first
  }

  private static func value(
    of name: String, in text: Substring, separatedBy separator: Character
  ) -> String? {
    for member in text.split(separator: separator) {
      let member = member.drop { $0 == " " }
      guard let equals = member.firstIndex(of: "="), member[..<equals] == name else { continue }
      return String(member[member.index(after: equals)...])
    }
    return nil
  }
}
