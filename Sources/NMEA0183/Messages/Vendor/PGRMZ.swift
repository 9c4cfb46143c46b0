// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMZ: altitude, by Garmin.
///
///     $PGRMZ,a.a,f,m*hh
///            1   2 3
public struct PGRMZ: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMZ"

  /// Field 1: altitude in feet, from a barometer if the device has one; `nil` if empty.
  public var altitudeFeet: Double?
  /// Field 3: 1 no fix, 2 two dimensions, 3 three dimensions; `nil` if empty.
  public var mode: FixMode?

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) {
    altitudeFeet = fields.decimal()
    fields.skip()
    mode = fields.code()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(altitudeFeet)
    fields.unit("f")
    fields.code(mode)
  }
}
