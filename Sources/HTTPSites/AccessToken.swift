// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A secret of 128 bits that only those who may see a site know.
package struct AccessToken: Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  package let description: String

  /// Reads a token; `nil` if the text is none.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) })
    else { return nil }
    description = text
  }

  /// - Parameter generator: must be fit for secrets, as the system's is.
  package init(using generator: inout some RandomNumberGenerator) {
    let halves = (0..<2).map { _ in
      hexadecimal(UInt64.random(in: .min ... .max, using: &generator), digits: 16)
    }
    description = halves.joined()
  }

  package static func random() -> AccessToken {
    var generator = SystemRandomNumberGenerator()
    return AccessToken(using: &generator)
  }

  /// Returns whether a text is the token, in a time that does not depend on where it differs.
  package func matches(_ text: String) -> Bool {
    let (own, other) = (Array(description.utf8), Array(text.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
