// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMV: velocity in three dimensions, by Garmin.
///
///     $PGRMV,e.e,n.n,u.u*hh
///            1   2   3
public struct PGRMV: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMV"

  /// Field 1: meters per second eastwards; `nil` if empty.
  public var eastSpeed: Double?
  /// Field 2: meters per second northwards; `nil` if empty.
  public var northSpeed: Double?
  /// Field 3: meters per second upwards; `nil` if empty.
  public var upwardSpeed: Double?

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) {
    eastSpeed = fields.decimal()
    northSpeed = fields.decimal()
    upwardSpeed = fields.decimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(eastSpeed)
    fields.decimal(northSpeed)
    fields.decimal(upwardSpeed)
  }
}
