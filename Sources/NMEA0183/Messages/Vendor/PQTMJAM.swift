// Core Location for Linux. SPDX-License-Identifier: MIT

/// PQTMJAMMINGSTATUS: what the receiver says about jamming, by Quectel.
///
///     $PQTMJAMMINGSTATUS,v,s*hh
///                        1 2
public struct PQTMJAM: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PQTMJAM"
  static let address = "PQTMJAMMINGSTATUS"
  /// ``address``, to be compared with.
  static let packedAddress = SentenceAddress(address)

  /// Field 1: the version of the sentence; `nil` if empty.
  public var version: UInt8?
  /// Field 2: 0 unknown, 1 none, 2 a warning, 3 critical; `nil` if empty.
  public var status: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&version)
    fields.integer(&status)
  }
}
