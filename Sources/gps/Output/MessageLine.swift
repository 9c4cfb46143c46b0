// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import UBX

/// The output of sentences: one JSON object each.
enum MessageLine {
  /// Returns a sentence or a frame; `nil` for a sentence that cannot be read.
  static func json(_ part: LineReader.Part, _ reader: inout MessageReader) throws -> [UInt8]? {
    switch part {
    case .sentence(let sentence):
      guard let message = reader.message(of: sentence) else { return nil }
      return try json(
        message, text: reader.text(of: sentence), tagBlock: reader.tagBlock(of: sentence))
    case .frame(let kind, let payload): return try json(kind, payload)
    }
  }

  /// Returns the frame's name, then the fields of its message by name.
  ///
  /// A frame whose fields this package does not read is given with the length of its payload.
  static func json(_ kind: FrameKind, _ payload: [UInt8]) throws -> [UInt8] {
    let message = kind.message(payload.span.bytes)
    let other: JSONMembers = ["other": true, "length": payload.count]
    let members = try JSONLine.encode(message ?? other)
    return Array("{\"frame\":\"\(kind)\",".utf8) + members.dropFirst()
  }

  /// Returns the sentence's name, its TAG block, then the fields of its message by name.
  ///
  /// A sentence unknown to this package is given with the fields of its text, as they were sent.
  static func json(_ message: Message, text: String, tagBlock: TagBlock?) throws -> [UInt8] {
    let content = message.content
    let name = content?.kind ?? Self.name(of: message)
    var line = Array("{\"sentence\":\"\(name)\"".utf8)
    if let tagBlock {
      line.append(contentsOf: ",\"tagBlock\":".utf8)
      try line.append(contentsOf: JSONLine.encode(gps.members(of: tagBlock)))
    }
    let members = try JSONLine.encode(content?.fields ?? unknown(message, text: text))
    if members.count > 2 { line.append(UInt8(ascii: ",")) }
    line.append(contentsOf: members.dropFirst())
    return line
  }

  private static func name(of message: Message) -> String {
    guard case .other(let address) = message else { return "" }
    return address.formatter?.description ?? address.description
  }
}

/// A sentence unknown to this package: a text like `$GPXDR,C,19.5*hh` split into its fields.
private func unknown(_ message: Message, text: String) -> JSONMembers {
  let talker = if case .other(let address) = message { address.talker } else { Talker?.none }
  let words = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
  return ["other": true, "talker": talker, "fields": words.dropFirst().map(String.init)]
}

/// The members of a TAG block; its time is in seconds since 1 January 1970.
private func members(of block: TagBlock) -> JSONMembers {
  ["source": block.source, "time": block.millisecondsSince1970.map { Double($0) / 1000 }]
}
