// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import LinuxSystem

/// The JSON of decisions, policy and presence: readable for people, with dates in UTC and milliseconds.
enum AuthorizationCoding {
  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var value = encoder.singleValueContainer()
      try value.encode(style.format(date))
    }
    return encoder
  }

  /// The most bytes of decisions or a policy: some five thousand applications, which take a quarter of a second.
  static let longest = 1 << 20

  /// Decodes decisions or a policy, whose member names are applications.
  ///
  /// Bytes beyond ASCII are escaped first, as in ``ApplicationIdentifier/escaped``: a decoder would confuse names that
  /// are equal as Swift strings.
  static func decodeByApplication<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8]
  ) throws(BoundedDecoding.Refusal) -> Value {
    guard bytes.count <= longest else {
      throw BoundedDecoding.Refusal(reason: "more than \(longest) bytes")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var ascii: [UInt8] = []
    ascii.reserveCapacity(bytes.count)
    for byte in bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...] {
      if byte < 0x80 { ascii.append(byte) } else { ascii += FileName.escape(byte).utf8 }
    }
    return try BoundedDecoding.json(type, from: ascii, by: decoder)
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let value = try decoder.singleValueContainer()
      let text = try value.decode(String.self)
      // People write dates without milliseconds.
      guard let date = (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
      else {
        throw DecodingError.dataCorruptedError(in: value, debugDescription: "no date")
      }
      return date
    }
    return decoder
  }
}

/// The format version of the two files, decisions and policy.
enum FormatVersion {
  static let current = 1

  static func check(_ version: Int, in decoder: any Decoder) throws {
    guard version != current else { return }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: decoder.codingPath,
        debugDescription: "version \(version) is not known, only \(current)"))
  }
}

extension Decoder {
  /// Returns the members of an object; throws for an unknown one.
  ///
  /// A misspelled rule must not pass for no rule, and members written by a later version must not be lost when the file
  /// is rewritten.
  func members<Key: CodingKey>(_ known: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let strangers = try container(keyedBy: MemberName.self).allKeys.filter {
      Key(stringValue: $0.stringValue) == nil
    }
    guard let stranger = strangers.min(by: { $0.stringValue < $1.stringValue }) else {
      return try container(keyedBy: known)
    }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath + [stranger], debugDescription: "an unknown member"))
  }
}

struct MemberName: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
