// Core Location for Linux. SPDX-License-Identifier: MIT

/// GNS: GNSS fix data, one positioning mode per satellite system.
///
///     $--GNS,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,m…m,nn,h.h,a.a,g.g,d.d,rrrr,n*hh
///            1         2       3 4        5 6   7  8   9   10  11  12   13
///
/// Field 13 came with version 4.1.
public struct GNS: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GNS"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Fields 2 and 3: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 4 and 5: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 6: how each system contributes (GPS, GLONASS, Galileo, BeiDou, QZSS, NavIC), as far as the receiver sends
  /// letters; at most eight are kept.
  public var modes = ShortList<8, PositioningMode>()
  /// Field 7: number of satellites used; `nil` if empty.
  public var satellitesUsed: UInt16?
  /// Field 8: horizontal dilution of precision; `nil` if empty.
  public var hdop: Double?
  /// Field 9: meters above mean sea level; `nil` if empty.
  public var altitude: Double?
  /// Field 10: height of the geoid above the WGS 84 ellipsoid, meters; `nil` if empty.
  public var geoidSeparation: Double?
  /// Field 11: seconds since the last differential correction; `nil` if empty.
  public var differentialAge: Double?
  /// Field 12: the reference station; `nil` if empty.
  public var differentialStation: UInt16?
  /// Field 13: whether the fix is safe for navigation; `nil` before version 4.1.
  public var navigationalStatus: NavigationalStatus?

  /// Creates an empty message.
  public init(talker: Talker = .combined) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    time = fields.time()
    latitude = fields.latitude()
    longitude = fields.longitude()
    for position in fields.field() {
      _ = modes.append(PositioningMode(rawValue: fields.bytes.byte(at: position)))
    }
    satellitesUsed = fields.integer()
    hdop = fields.decimal()
    altitude = fields.decimal()
    geoidSeparation = fields.decimal()
    differentialAge = fields.decimal()
    differentialStation = fields.integer()
    navigationalStatus = fields.code()
  }

  func write(to fields: inout FieldWriter) {
    fields.time(time)
    fields.latitude(latitude)
    fields.longitude(longitude)
    fields.characters(modes.map { $0.rawValue })
    fields.integer(satellitesUsed, width: 2)
    fields.decimal(hdop)
    fields.decimal(altitude)
    fields.decimal(geoidSeparation)
    fields.decimal(differentialAge)
    fields.integer(differentialStation, width: 4)
    if navigationalStatus != nil { fields.code(navigationalStatus) }
  }
}
