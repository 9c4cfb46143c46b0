// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The output of sentences: one JSON object each.
enum MessageLine {
  /// Returns the sentence's name, its TAG block, then the fields of its message by name.
  ///
  /// A sentence unknown to this package is given with the fields of its text, as they were sent.
  static func json(_ message: Message, text: String, tagBlock: TagBlock?) throws -> [UInt8] {
    let content = message.content
    let name = content?.kind ?? Self.name(of: message)
    var line = Array("{\"sentence\":\"\(name)\"".utf8)
    if let tagBlock {
      line.append(contentsOf: ",\"tagBlock\":".utf8)
      try line.append(contentsOf: JSONLine.encode(TagMembers(tagBlock)))
    }
    let members = try JSONLine.encode(Members(content?.fields ?? OtherMembers(message, text: text)))
    if members.count > 2 { line.append(UInt8(ascii: ",")) }
    line.append(contentsOf: members.dropFirst())
    return line
  }

  /// Returns the name of a sentence unknown to this package.
  private static func name(of message: Message) -> String {
    guard case .other(let address) = message else { return "" }
    return address.formatter?.description ?? address.description
  }
}

/// A message of any type.
private struct Members: Encodable {
  let message: any Encodable

  init(_ message: any Encodable) { self.message = message }

  func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
}

/// A sentence unknown to this package.
private struct OtherMembers: Encodable {
  let other = true
  let talker: Talker?
  let fields: [String]

  /// Splits a text like `$GPXDR,C,19.5*hh` into its fields.
  init(_ message: Message, text: String) {
    talker = if case .other(let address) = message { address.talker } else { nil }
    let words = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
    fields = words.dropFirst().map(String.init)
  }
}

private struct TagMembers: Encodable {
  let source: String?
  /// Seconds since 1 January 1970.
  let time: Double?

  init(_ block: TagBlock) {
    source = block.source
    time = block.millisecondsSince1970.map { Double($0) / 1000 }
  }
}
