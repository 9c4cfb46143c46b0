// Core Location for Linux. SPDX-License-Identifier: MIT

/// PTNL,GGK: time, position and quality, by Trimble.
///
///     $PTNL,GGK,hhmmss.ss,mmddyy,ddmm.mm,a,dddmm.mm,a,q,nn,d.d,EHTh.h,M*hh
///            1  2         3      4       5 6        7 8 9  10  11     12
public struct PTNLGGK: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PTNLGGK"
  static let address = "PTNL,GGK"

  /// Field 2: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 3: date, UTC, the month first; `nil` if empty.
  public var date: ShortDate?
  /// Fields 4 and 5: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 6 and 7: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 8: 0 none, 1 autonomous, 2 RTK float, 3 RTK fixed, 4 differential, 5 SBAS, and more; `nil` if empty.
  public var quality: UInt8?
  /// Field 9: number of satellites used; `nil` if empty.
  public var satellitesUsed: UInt16?
  /// Field 10: dilution of precision; the data sheets do not say of which kind; `nil` if empty.
  public var dilution: Double?
  /// Field 11: meters above the WGS 84 ellipsoid, after `EHT`; `nil` if empty.
  public var ellipsoidalAltitude: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.shortDate(&date, monthFirst: true)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.integer(&quality)
    fields.integer(&satellitesUsed, width: 2)
    fields.decimal(&dilution)
    fields.decimal(&ellipsoidalAltitude, behind: "EHT")
    fields.unit("M")
  }
}
