// Core Location for Linux. SPDX-License-Identifier: MIT

extension Decoder {
  /// Throws for a member that nobody here knows.
  ///
  /// A misspelt rule must not pass for no rule, and what a later version wrote must not be lost when the file is
  /// written anew.
  func refuseMembers<Key: CodingKey & CaseIterable>(besides known: Key.Type) throws {
    let names = Set(known.allCases.map(\.stringValue))
    let strangers = try container(keyedBy: Member.self).allKeys.filter {
      !names.contains($0.stringValue)
    }
    guard let stranger = strangers.min(by: { $0.stringValue < $1.stringValue }) else { return }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath + [stranger], debugDescription: "an unknown member"))
  }
}

/// Any member.
private struct Member: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
