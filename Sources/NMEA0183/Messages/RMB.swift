// Core Location for Linux. SPDX-License-Identifier: MIT

/// RMB: recommended minimum for navigation to a waypoint.
///
///     $--RMB,A,x.x,a,o…,d…,ddmm.mm,a,dddmm.mm,a,r.r,b.b,v.v,A,m*hh
///            1 2   3 4  5  6       7 8        9 10  11  12  13 14
///
/// The position is that of the waypoint, not of the vessel. Field 14 came with version 2.3.
public struct RMB: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "RMB"

  /// The talker.
  public var talker: Talker
  /// Field 1: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Fields 2 and 3: cross-track error, nautical miles, positive if the track is to the right; `nil` if empty.
  public var crossTrackError: Double?
  /// Field 4: the waypoint behind, which may be any text; `nil` if empty.
  public var origin: String?
  /// Field 5: the waypoint ahead, which may be any text; `nil` if empty.
  public var destination: String?
  /// Fields 6 and 7: latitude of the waypoint, degrees, north positive; `nil` if empty.
  public var latitude: Double?
  /// Fields 8 and 9: longitude of the waypoint, degrees, east positive; `nil` if empty.
  public var longitude: Double?
  /// Field 10: distance to the waypoint, nautical miles; `nil` if empty.
  public var range: Double?
  /// Field 11: direction to the waypoint, degrees clockwise from true north; `nil` if empty.
  public var bearing: Double?
  /// Field 12: speed towards the waypoint, knots; `nil` if empty.
  public var closingVelocity: Double?
  /// Field 13: `valid` inside the circle of arrival; `nil` if empty.
  public var arrival: DataStatus?
  /// Field 14: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.code(&status)
    fields.signedAngle(&crossTrackError, positive: "R", negative: "L")
    fields.text(&origin)
    fields.text(&destination)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.decimal(&range)
    fields.decimal(&bearing)
    fields.decimal(&closingVelocity)
    fields.code(&arrival)
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
