// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The subject of a decision: a bundle identifier, or the real path of an executable, byte by byte.
///
/// Not a `String`: Swift treats the letter K and the Kelvin sign as equal, and cannot represent names that are not
/// UTF-8, but these are different files.
package struct ApplicationIdentifier: Hashable, Sendable {
  /// The bytes as the kernel reports them.
  package let bytes: [UInt8]

  package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  package init(_ text: String) { self.init(text.utf8) }

  /// Reads the ``escaped`` form; anything that is not a valid escape stands for itself.
  package init(escaped text: String) {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        digits.allSatisfy({ $0 < 0x80 && Character(UnicodeScalar($0)).isHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    self.bytes = bytes
  }

  /// The form used in files: printable ASCII, with all other bytes and `%` written as `%C3`.
  package var escaped: String {
    var text = ""
    for byte in bytes {
      let isPlain = (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "%")
      text += isPlain ? String(UnicodeScalar(byte)) : FileName.escape(byte)
    }
    return text
  }

  /// Whether it is a path, which names one file, rather than a bundle identifier.
  package var isPath: Bool { bytes.first == UInt8(ascii: "/") }

  /// Quoted for a shell, as an argument for `gps authorize`.
  package var quoted: String { shellWord(description) }
}

extension UInt8 {
  /// Whether it is an ASCII letter or digit, a dot, a dash or an underscore, of which bundle identifiers consist.
  var isOfIdentifiers: Bool { isLetterOrDigit || ".-_".utf8.contains(self) }
}

extension ApplicationIdentifier: CustomStringConvertible {
  /// The text for people, escaped if it is not UTF-8, but not for terminals.
  package var description: String { String(validating: bytes, as: UTF8.self) ?? escaped }
}

extension ApplicationIdentifier: Comparable {
  package static func < (one: Self, other: Self) -> Bool {
    one.bytes.lexicographicallyPrecedes(other.bytes)
  }
}

extension ApplicationIdentifier: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension ApplicationIdentifier: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(escaped: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(escaped)
  }
}

extension KeyedDecodingContainer {
  /// Decodes an object whose member names are applications.
  ///
  /// An object that contains two spellings of the same application, such as `/usr/bin/K` and `/usr/bin/%4B`, is
  /// refused, since it would be left to chance which one applies.
  func decodeByApplication<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> [ApplicationIdentifier: Value] {
    let members = try nestedContainer(keyedBy: MemberName.self, forKey: key)
    var values: [ApplicationIdentifier: Value] = [:]
    for member in members.allKeys {
      let name = ApplicationIdentifier(escaped: member.stringValue)
      guard values.updateValue(try members.decode(type, forKey: member), forKey: name) == nil else {
        throw DecodingError.dataCorruptedError(
          forKey: member, in: members, debugDescription: "an entry that is there twice")
      }
    }
    return values
  }
}

extension ApplicationIdentifier: CodingKeyRepresentable {
  package var codingKey: any CodingKey { MemberName(stringValue: escaped) }

  package init?<Other: CodingKey>(codingKey: Other) { self.init(escaped: codingKey.stringValue) }
}
