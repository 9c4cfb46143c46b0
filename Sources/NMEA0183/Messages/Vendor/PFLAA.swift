// Core Location for Linux. SPDX-License-Identifier: MIT

/// PFLAA: another aircraft, by FLARM.
///
///     $PFLAA,l,n…,e…,v…,t,iiiiii,ttt,r.r,sss,c.c,a*hh
///            1 2  3  4  5 6      7   8   9   10  11
///
/// Positions and speeds are those of the other aircraft. Fields added by later versions are not read.
public struct PFLAA: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PFLAA"

  /// Field 1: 0 none, 1 to 3 increasingly urgent; `nil` if empty.
  public var alarmLevel: UInt8?
  /// Field 2: meters north of this aircraft; `nil` if empty.
  public var relativeNorth: Int32?
  /// Field 3: meters east of this aircraft; `nil` if empty or its direction is not known.
  public var relativeEast: Int32?
  /// Field 4: meters above this aircraft; `nil` if empty.
  public var relativeVertical: Int32?
  /// Field 5: 0 random, 1 ICAO, 2 FLARM; `nil` if empty.
  public var identifierType: UInt8?
  /// Field 6: its identifier, six hexadecimal digits; `nil` if empty.
  public var identifier: String?
  /// Field 7: its course, degrees clockwise from true north; `nil` if empty.
  public var track: UInt16?
  /// Field 8: its rate of turn, degrees per second, to the right positive; `nil` if empty.
  public var turnRate: Double?
  /// Field 9: its speed over ground, meters per second; `nil` if empty.
  public var groundSpeed: UInt16?
  /// Field 10: its vertical speed, meters per second, upwards positive; `nil` if empty.
  public var climbRate: Double?
  /// Field 11: 1 glider, 2 tow plane, 3 helicopter, 8 aircraft with piston engine, others as defined by the maker;
  /// `nil` if empty.
  public var aircraftType: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&alarmLevel)
    fields.signedInteger(&relativeNorth)
    fields.signedInteger(&relativeEast)
    fields.signedInteger(&relativeVertical)
    fields.integer(&identifierType)
    fields.text(&identifier)
    fields.integer(&track)
    fields.decimal(&turnRate)
    fields.integer(&groundSpeed)
    fields.decimal(&climbRate)
    fields.hexadecimal(&aircraftType)
  }
}
