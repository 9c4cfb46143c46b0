// Core Location for Linux. SPDX-License-Identifier: MIT

/// PUBX,00: position, velocity and accuracy, by u-blox.
///
///     $PUBX,00,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,h.h,ss,x.x,y.y,s.s,c.c,v.v,d.d,h.h,v.v,t.t,n,r,d*hh
///           1  2         3       4 5        6 7   8  9   10  11  12  13  14  15  16  17  18 19 20
public struct PUBX00: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PUBX00"
  static let address = "PUBX,00"

  /// Field 2: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Fields 3 and 4: degrees, north positive, −90…90; `nil` if empty.
  public var latitude: Double?
  /// Fields 5 and 6: degrees, east positive, −180…180; `nil` if empty.
  public var longitude: Double?
  /// Field 7: meters above the WGS 84 ellipsoid; `nil` if empty.
  public var ellipsoidalAltitude: Double?
  /// Field 8: `NF` no fix, `DR` dead reckoning, `G2` and `G3` satellites, `D2` and `D3` differential,
  /// `RK` both satellites and dead reckoning, `TT` time only; `nil` if empty.
  public var status: String?
  /// Field 9: estimated horizontal accuracy, meters; `nil` if empty.
  public var horizontalAccuracy: Double?
  /// Field 10: estimated vertical accuracy, meters; `nil` if empty.
  public var verticalAccuracy: Double?
  /// Field 11: speed over ground, kilometers per hour; `nil` if empty.
  public var speedKilometersPerHour: Double?
  /// Field 12: course over ground, degrees clockwise from true north; `nil` if empty.
  public var course: Double?
  /// Field 13: vertical speed, meters per second, downwards positive; `nil` if empty.
  public var downwardSpeed: Double?
  /// Field 14: seconds since the last differential correction; `nil` if empty.
  public var differentialAge: Double?
  /// Field 15: horizontal dilution of precision; `nil` if empty.
  public var hdop: Double?
  /// Field 16: vertical dilution of precision; `nil` if empty.
  public var vdop: Double?
  /// Field 17: time dilution of precision; `nil` if empty.
  public var tdop: Double?
  /// Field 18: number of satellites used; `nil` if empty.
  public var satellitesUsed: UInt16?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.decimal(&ellipsoidalAltitude)
    fields.text(&status)
    fields.decimal(&horizontalAccuracy)
    fields.decimal(&verticalAccuracy)
    fields.decimal(&speedKilometersPerHour)
    fields.decimal(&course)
    fields.decimal(&downwardSpeed)
    fields.decimal(&differentialAge)
    fields.decimal(&hdop)
    fields.decimal(&vdop)
    fields.decimal(&tdop)
    fields.integer(&satellitesUsed)
    // Fields 19 and 20: GLONASS satellites and dead reckoning, always 0 in current receivers.
    fields.unit("0")
    fields.unit("0")
  }
}
