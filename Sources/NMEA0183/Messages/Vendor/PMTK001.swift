// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK001: acknowledgement of a command, by MediaTek.
///
///     $PMTK001,ccc,f*hh
///              1   2
public struct PMTK001: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PMTK001"

  /// Field 1: the command that is acknowledged; `nil` if empty.
  public var command: UInt16?
  /// Field 2: 0 invalid, 1 unsupported, 2 failed, 3 succeeded; `nil` if empty.
  public var result: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&command)
    fields.integer(&result)
  }
}
