// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The variables of an environment: that of this process, or one made up by a test.
package struct Environment: Sendable {
  /// The variables; `nil` for those of this process, which are read when they are asked for.
  private let variables: [String: String]?

  package init(_ variables: [String: String]) { self.variables = variables }

  private init() { variables = nil }

  package static let current = Environment()

  package subscript(name: String) -> String? {
    guard let variables else { return getenv(name).map { String(cString: $0) } }
    return variables[name]
  }

  /// Removes a variable of this process, so that the programs that it starts do not see it, and returns its value.
  ///
  /// To be called before other threads are started.
  package static func remove(_ name: String) -> String? {
    defer { unsetenv(name) }
    return current[name]
  }
}

extension Environment: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral variables: (String, String)...) {
    self.init(Dictionary(variables) { $1 })
  }
}
