// Core Location for Linux. SPDX-License-Identifier: MIT

/// DTM: the datum to which positions refer.
///
///     $--DTM,ccc,a,x.x,N,x.x,E,x.x,ccc*hh
///            1   2 3   4 5   6 7   8
public struct DTM: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "DTM"

  /// The talker.
  public var talker: Talker
  /// Field 1: the local datum, as in `W84`, `P90` or `999` for a user-defined one; `nil` if empty.
  public var datum: String?
  /// Field 2: its subdivision; `nil` if empty.
  public var subdivision: String?
  /// Fields 3 and 4: offset of the latitude, minutes of arc, north positive; `nil` if empty.
  public var latitudeOffsetMinutes: Double?
  /// Fields 5 and 6: offset of the longitude, minutes of arc, east positive; `nil` if empty.
  public var longitudeOffsetMinutes: Double?
  /// Field 7: offset of the altitude, meters; `nil` if empty.
  public var altitudeOffset: Double?
  /// Field 8: the reference datum; `nil` if empty.
  public var referenceDatum: String?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.text(&datum)
    fields.text(&subdivision)
    fields.signedAngle(&latitudeOffsetMinutes, positive: "N", negative: "S")
    fields.signedAngle(&longitudeOffsetMinutes, positive: "E", negative: "W")
    fields.decimal(&altitudeOffset)
    fields.text(&referenceDatum)
  }
}
