// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK010: a message of the system, by MediaTek.
///
///     $PMTK010,mmm*hh
///              1
public struct PMTK010: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PMTK010"

  /// Field 1: 0 unknown, 1 started, 2 asks for predicted orbits, 3 back to normal operation; `nil` if empty.
  public var message: UInt16?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&message)
  }
}
