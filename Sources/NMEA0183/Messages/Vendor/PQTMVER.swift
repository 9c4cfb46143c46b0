// Core Location for Linux. SPDX-License-Identifier: MIT

/// PQTMVER: firmware of the receiver, by Quectel.
///
///     $PQTMVER,version,date,time*hh
///              1       2    3
public struct PQTMVER: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PQTMVER"

  /// Everything after the address; the number of fields differs between modules; `nil` if empty.
  public var version: String?

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) { version = fields.remainder() }

  func write(to fields: inout FieldWriter) { fields.text(version, keepingCommas: true) }
}
