// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import LocationJSON

/// JSON output of everything that is printed less often than fixes.
package enum JSONLine {
  /// Encodes a value as JSON, members in alphabetical order, so that equal values give equal lines.
  ///
  /// Besides what JSON requires, characters are escaped that could control a terminal: text is untrusted.
  package static func encode(_ value: any Encodable) throws -> [UInt8] {
    let json = try encoder.encode(value)
    guard !json.allSatisfy({ $0 < 0x7F }) else { return Array(json) }
    var line: [UInt8] = []
    for scalar in String(decoding: json, as: UTF8.self).unicodeScalars { line.append(json: scalar) }
    return line
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}

package struct JSONMembers: Encodable, ExpressibleByDictionaryLiteral {
  private let members: [(name: String, value: any Encodable)]

  package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    members = elements.compactMap { name, value in value.map { (name, $0) } }
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Name.self)
    for member in members { try object.encode(member.value, forKey: Name(member.name)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }
}
