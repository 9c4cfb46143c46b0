// Core Location for Linux. SPDX-License-Identifier: MIT

/// TXT: human-readable text.
///
///     $--TXT,tt,nn,ii,text*hh
///            1  2  3  4
public struct TXT: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "TXT"

  /// The talker.
  public var talker: Talker
  /// Field 1: number of sentences of the text; `nil` if empty.
  public var sentenceCount: UInt8?
  /// Field 2: number of this sentence among them, from 1; `nil` if empty.
  public var sentenceNumber: UInt8?
  /// Field 3: kind of text; u-blox: 0 error, 1 warning, 2 notice, 7 user; `nil` if empty.
  public var identifier: UInt8?
  /// Field 4: the text, escapes resolved; it comes from outside and may contain anything; `nil` if empty.
  public var text: String?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&sentenceCount, width: 2)
    fields.integer(&sentenceNumber, width: 2)
    fields.integer(&identifier, width: 2)
    // A comma should be escaped, but often is not.
    fields.remainder(&text)
  }
}
