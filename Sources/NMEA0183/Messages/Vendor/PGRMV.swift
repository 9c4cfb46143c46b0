// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMV: velocity in three dimensions, by Garmin.
///
///     $PGRMV,e.e,n.n,u.u*hh
///            1   2   3
public struct PGRMV: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMV"

  /// Field 1: meters per second eastwards; `nil` if empty.
  public var eastSpeed: Double?
  /// Field 2: meters per second northwards; `nil` if empty.
  public var northSpeed: Double?
  /// Field 3: meters per second upwards; `nil` if empty.
  public var upwardSpeed: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&eastSpeed)
    fields.decimal(&northSpeed)
    fields.decimal(&upwardSpeed)
  }
}
