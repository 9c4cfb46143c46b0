// Core Location for Linux. SPDX-License-Identifier: MIT

/// PQTMVER: firmware of the receiver, by Quectel.
///
///     $PQTMVER,version,date,time*hh
///              1       2    3
public struct PQTMVER: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PQTMVER"

  /// Everything after the address; the number of fields differs between modules; `nil` if empty.
  public var version: String?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.remainder(&version, keepingCommas: true)
  }
}
