// Core Location for Linux. SPDX-License-Identifier: MIT

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
