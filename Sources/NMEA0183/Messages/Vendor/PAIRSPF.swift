// Core Location for Linux. SPDX-License-Identifier: MIT

/// PAIRSPF: what the receiver says about jamming of L1, by Airoha and Quectel.
///
///     $PAIRSPF,s*hh
///              1
public struct PAIRSPF: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PAIRSPF"

  /// Field 1: 0 unknown, 1 none, 2 a warning, 3 critical; `nil` if empty.
  public var status: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&status)
  }
}
