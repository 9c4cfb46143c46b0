// Core Location for Linux. SPDX-License-Identifier: MIT

/// PTNL,VGK: time, and the vector from the base station, by Trimble.
///
///     $PTNL,VGK,hhmmss.ss,mmddyy,e.e,n.n,u.u,q,nn,d.d,M*hh
///            1  2         3      4   5   6   7 8  9   10
///
/// It contains no position on the Earth.
public struct PTNLVGK: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PTNLVGK"
  static let address = "PTNL,VGK"

  /// Field 2: time of the vector, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 3: date, UTC, the month first; `nil` if empty.
  public var date: ShortDate?
  /// Field 4: meters eastwards; `nil` if empty.
  public var east: Double?
  /// Field 5: meters northwards; `nil` if empty.
  public var north: Double?
  /// Field 6: meters upwards; `nil` if empty.
  public var up: Double?
  /// Field 7: as in PTNL,GGK; `nil` if empty.
  public var quality: UInt8?
  /// Field 8: number of satellites used; `nil` if empty.
  public var satellitesUsed: UInt16?
  /// Field 9: dilution of precision; the data sheets do not say of which kind; `nil` if empty.
  public var dilution: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.shortDate(&date, monthFirst: true)
    fields.decimal(&east)
    fields.decimal(&north)
    fields.decimal(&up)
    fields.integer(&quality)
    fields.integer(&satellitesUsed, width: 2)
    fields.decimal(&dilution, unit: "M")
  }
}
