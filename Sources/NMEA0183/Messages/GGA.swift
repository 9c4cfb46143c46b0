// Core Location for Linux. SPDX-License-Identifier: MIT

/// GGA: global positioning system fix data.
///
///     $--GGA,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,q,nn,h.h,a.a,M,g.g,M,d.d,rrrr*hh
///            1         2       3 4        5 6 7  8   9   10 11 12 13 14
public struct GGA: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GGA"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Fields 2 and 3: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 4 and 5: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 6: how the position was obtained; `nil` if empty.
  public var quality: FixQuality?
  /// Field 7: number of satellites used, at most 12 in older receivers; `nil` if empty.
  public var satellitesUsed: UInt16?
  /// Field 8: horizontal dilution of precision; `nil` if empty.
  public var hdop: Double?
  /// Field 9: meters above mean sea level; `nil` if empty.
  public var altitude: Double?
  /// Field 11: height of the geoid above the WGS 84 ellipsoid, meters; `nil` if empty.
  public var geoidSeparation: Double?
  /// Field 13: seconds since the last differential correction; `nil` if empty.
  public var differentialAge: Double?
  /// Field 14: the reference station, 0…1023; `nil` if empty.
  public var differentialStation: UInt16?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.quality(&quality)
    fields.integer(&satellitesUsed, width: 2)
    fields.decimal(&hdop)
    fields.decimal(&altitude, unit: "M")
    fields.decimal(&geoidSeparation, unit: "M")
    fields.decimal(&differentialAge)
    fields.integer(&differentialStation, width: 4)
  }
}
