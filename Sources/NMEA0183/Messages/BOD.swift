// Core Location for Linux. SPDX-License-Identifier: MIT

/// BOD: bearing from the origin to the destination.
///
///     $--BOD,b.b,T,b.b,M,d…,o…*hh
///            1   2 3   4 5  6
///
/// It stays the same on the whole leg, unlike the bearing from the vessel.
public struct BOD: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "BOD"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees clockwise from true north; `nil` if empty.
  public var bearing: Double?
  /// Field 3: the same from magnetic north; `nil` if empty.
  public var magneticBearing: Double?
  /// Field 5: the waypoint ahead, which may be any text; `nil` if empty.
  public var destination: String?
  /// Field 6: the waypoint behind, which may be any text; `nil` if empty.
  public var origin: String?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&bearing, unit: "T")
    fields.decimal(&magneticBearing, unit: "M")
    fields.text(&destination)
    fields.text(&origin)
  }
}
