// Core Location for Linux. SPDX-License-Identifier: MIT

/// BWC: bearing and distance to a waypoint, along a great circle.
///
///     $--BWC,hhmmss.ss,ddmm.mm,a,dddmm.mm,a,b.b,T,b.b,M,d.d,N,w…,m*hh
///            1         2       3 4        5 6   7 8   9 10  11 12 13
///
/// The position is that of the waypoint, not of the vessel. Field 13 came with version 2.3.
public struct BWC: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "BWC"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the observation, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Fields 2 and 3: latitude of the waypoint, degrees, north positive; `nil` if empty.
  public var latitude: Double?
  /// Fields 4 and 5: longitude of the waypoint, degrees, east positive; `nil` if empty.
  public var longitude: Double?
  /// Field 6: direction to the waypoint, degrees clockwise from true north; `nil` if empty.
  public var bearing: Double?
  /// Field 8: the same from magnetic north; `nil` if empty.
  public var magneticBearing: Double?
  /// Field 10: distance to the waypoint, nautical miles; `nil` if empty.
  public var distance: Double?
  /// Field 12: the waypoint, which may be any text; `nil` if empty.
  public var waypoint: String?
  /// Field 13: how the position was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.latitude(&latitude)
    fields.longitude(&longitude)
    fields.decimal(&bearing, unit: "T")
    fields.decimal(&magneticBearing, unit: "M")
    fields.decimal(&distance, unit: "N")
    fields.text(&waypoint)
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
