// Core Location for Linux. SPDX-License-Identifier: MIT

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
