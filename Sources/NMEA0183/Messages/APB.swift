// Core Location for Linux. SPDX-License-Identifier: MIT

/// APB: what an autopilot needs to follow a track.
///
///     $--APB,A,A,x.x,a,N,A,A,b.b,r,d…,b.b,r,h.h,r,m*hh
///            1 2 3   4 5 6 7 8   9 10 11  12 13 14 15
///
/// Field 15 came with version 2.3.
public struct APB: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "APB"

  /// The talker.
  public var talker: Talker
  /// Field 1: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Field 2: whether the cycles of Loran-C are locked; `nil` if empty.
  public var lock: DataStatus?
  /// Fields 3 and 4: cross-track error, nautical miles, positive if the track is to the right; `nil` if empty.
  public var crossTrackError: Double?
  /// Field 6: `valid` inside the circle of arrival; `nil` if empty.
  public var arrival: DataStatus?
  /// Field 7: `valid` once the perpendicular at the waypoint has been passed; `nil` if empty.
  public var perpendicularPassed: DataStatus?
  /// Field 8: direction from the origin to the waypoint, degrees; `nil` if empty.
  public var trackBearing: Double?
  /// Field 9: the north from which field 8 is measured; `nil` if empty.
  public var trackReference: DirectionReference?
  /// Field 10: the waypoint ahead, which may be any text; `nil` if empty.
  public var destination: String?
  /// Field 11: direction from here to the waypoint, degrees; `nil` if empty.
  public var bearing: Double?
  /// Field 12: the north from which field 11 is measured; `nil` if empty.
  public var bearingReference: DirectionReference?
  /// Field 13: heading to steer, degrees; `nil` if empty.
  public var headingToSteer: Double?
  /// Field 14: the north from which field 13 is measured; `nil` if empty.
  public var headingReference: DirectionReference?
  /// Field 15: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.code(&status)
    fields.code(&lock)
    fields.signedAngle(&crossTrackError, positive: "R", negative: "L")
    fields.unit("N")
    fields.code(&arrival)
    fields.code(&perpendicularPassed)
    fields.decimal(&trackBearing)
    fields.code(&trackReference)
    fields.text(&destination)
    fields.decimal(&bearing)
    fields.code(&bearingReference)
    fields.decimal(&headingToSteer)
    fields.code(&headingReference)
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
