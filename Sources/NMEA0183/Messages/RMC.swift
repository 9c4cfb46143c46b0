// Core Location for Linux. SPDX-License-Identifier: MIT

/// RMC: recommended minimum specific GNSS data.
///
///     $--RMC,hhmmss.ss,A,ddmm.mm,a,dddmm.mm,a,s.s,c.c,ddmmyy,v.v,a,m,n*hh
///            1         2 3       4 5        6 7   8   9      10  11 12 13
///
/// Field 12 came with version 2.3, field 13 with 4.1.
public struct RMC: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "RMC"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Fields 3 and 4: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 5 and 6: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 7: speed over ground, knots; `nil` if empty.
  public var speedKnots: Double?
  /// Field 8: course over ground, degrees clockwise from true north; `nil` if empty.
  public var course: Double?
  /// Field 9: date, UTC; `nil` if empty.
  public var date: ShortDate?
  /// Fields 10 and 11: magnetic variation, degrees, east positive; `nil` if empty.
  public var magneticVariation: Double?
  /// Field 12: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?
  /// Field 13: whether the fix is safe for navigation; `nil` before version 4.1.
  public var navigationalStatus: NavigationalStatus?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.code(&status)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.decimal(&speedKnots)
    fields.decimal(&course)
    fields.shortDate(&date)
    fields.variation(&magneticVariation)
    if fields.includes(mode != nil || navigationalStatus != nil) { fields.code(&mode) }
    if fields.includes(navigationalStatus != nil) { fields.code(&navigationalStatus) }
  }
}
