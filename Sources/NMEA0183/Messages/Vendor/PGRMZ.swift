// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMZ: altitude, by Garmin.
///
///     $PGRMZ,a.a,f,m*hh
///            1   2 3
public struct PGRMZ: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMZ"

  /// Field 1: altitude in feet, from a barometer if the device has one; `nil` if empty.
  public var altitudeFeet: Double?
  /// Field 3: 1 no fix, 2 two dimensions, 3 three dimensions; `nil` if empty.
  public var mode: FixMode?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&altitudeFeet, unit: "f")
    fields.code(&mode)
  }
}
