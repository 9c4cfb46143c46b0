// Core Location for Linux. SPDX-License-Identifier: MIT

/// VWR: relative wind, as it is felt on board.
///
///     $--VWR,a.a,L,s.s,N,s.s,M,s.s,K*hh
///            1   2 3   4 5   6 7   8
///
/// Replaced by MWV in version 3.0.
public struct VWR: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VWR"

  /// The talker.
  public var talker: Talker
  /// Fields 1 and 2: degrees from the bow, positive to starboard; `nil` if empty.
  public var angle: Double?
  /// Field 3: speed, knots; `nil` if empty.
  public var speedKnots: Double?
  /// Field 5: speed, meters per second; `nil` if empty.
  public var speed: Double?
  /// Field 7: speed, kilometers per hour; `nil` if empty.
  public var speedKilometersPerHour: Double?

  /// Creates an empty message.
  public init(talker: Talker = "VW") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.signedAngle(&angle, positive: "R", negative: "L")
    fields.decimal(&speedKnots, unit: "N")
    fields.decimal(&speed, unit: "M")
    fields.decimal(&speedKilometersPerHour, unit: "K")
  }
}
