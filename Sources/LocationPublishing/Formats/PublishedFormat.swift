// Core Location for Linux. SPDX-License-Identifier: MIT

import ServerAccess

/// The formats of one kind of destination; their raw values are the names for `format=` in an address.
protocol PublishedFormat: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension PublishedFormat {
  /// Reads the value of `format=`; `nil` if there is none.
  static func read(_ name: String?) throws(AddressFault) -> Self? {
    guard let name else { return nil }
    guard let format = Self(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw AddressFault("the format \"\(name)\" is not supported there; use one of \(names)")
    }
    return format
  }
}

package struct PublishedMessage: Hashable, Sendable {
  package let topic: String
  package let payload: [UInt8]
  /// Whether the broker keeps the message for later subscribers.
  package let isRetained: Bool
}
