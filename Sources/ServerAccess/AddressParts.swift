// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// An address as a user has written it, divided into scheme, hierarchy and query (RFC 3986 §3).
package struct AddressParts: Sendable {
  /// In lower case.
  package let scheme: String
  /// What is between the scheme and the query, still encoded: `//boat@example.org/fleet`.
  package let hierarchy: Substring
  /// The items of the query, still encoded.
  private let items: [Substring]

  /// The characters that may appear unescaped in a path and a query (RFC 3986 §3.3 and 3.4).
  package static let legal = "%!$&'()*+,;=:@/?"

  /// The forms that an address may have, for messages.
  let forms: String

  /// - Parameter forms: the forms that an address may have, for messages.
  package init(_ text: String, forms: String) throws(AddressFault) {
    self.forms = forms
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
      throw AddressFault("it contains a space or a control character; write a space as %20")
    }
    guard !text.contains("#") else { throw AddressFault("it contains \"#\"; write it as %23") }
    guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
      throw AddressFault("it is not a URL; write \(forms)")
    }
    let rest = text[text.index(after: colon)...]
    let question = rest.firstIndex(of: "?") ?? rest.endIndex
    scheme = text[..<colon].lowercased()
    hierarchy = rest[..<question]
    items = rest[question...].dropFirst().split(separator: "&")
  }

  /// Returns the values of the query's items, decoded.
  ///
  /// - Parameters:
  ///   - known: the names of the items that may be there.
  ///   - others: called with each other item, still encoded; by default, they are faults.
  package func query(
    _ known: Set<String>,
    others: (_ name: String, _ item: Substring) throws(AddressFault) -> Void = unknown
  ) throws(AddressFault) -> [String: String] {
    var values: [String: String] = [:]
    for item in items {
      let name = String(item.prefix { $0 != "=" })
      guard known.contains(name) else {
        try others(name, item)
        continue
      }
      let value = try Self.decode(item.dropFirst(name.count + 1), "\"\(name)\"")
      guard !value.isEmpty else { throw AddressFault("\"\(name)\" is empty") }
      guard values.updateValue(value, forKey: name) == nil else {
        throw AddressFault("\"\(name)\" is there more than once")
      }
    }
    return values
  }

  /// Rejects an item that means nothing.
  package static func unknown(_ name: String, _: Substring) throws(AddressFault) {
    throw AddressFault("\"\(name)\" means nothing in its query")
  }

  package static func decode(_ text: Substring, _ what: String) throws(AddressFault) -> String {
    guard let decoded = PercentEncoding.decode(text) else {
      throw AddressFault(
        "\(what) has a \"%\" that no two hexadecimal digits follow, or is not UTF-8; "
          + "write a percent sign as %25")
    }
    return decoded
  }
}

/// Text in URLs and forms, where a byte may be written as `%2F` (RFC 3986 §2.1).
package enum PercentEncoding {
  /// Returns the decoded text; `nil` if a `%` is not followed by two hexadecimal digits, or if the bytes are not UTF-8 or
  /// contain a zero.
  package static func decode(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    var iterator = text.utf8.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }

  /// Returns the text with every byte escaped that is neither unreserved (RFC 3986 §2.3) nor allowed here.
  package static func encode(_ text: String, allowing allowed: String = "") -> String {
    let allowed = Array(("-._~" + allowed).utf8)
    return text.utf8.reduce(into: "") { result, byte in
      if byte.isLetterOrDigit || allowed.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += FileName.escape(byte)
      }
    }
  }
}
