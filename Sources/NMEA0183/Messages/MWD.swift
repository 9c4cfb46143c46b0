// Core Location for Linux. SPDX-License-Identifier: MIT

/// MWD: direction and speed of the wind.
///
///     $--MWD,d.d,T,d.d,M,s.s,N,s.s,M*hh
///            1   2 3   4 5   6 7   8
public struct MWD: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "MWD"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction from which the wind comes, degrees clockwise from true north; `nil` if empty.
  public var direction: Double?
  /// Field 3: the same from magnetic north; `nil` if empty.
  public var magneticDirection: Double?
  /// Field 5: speed, knots; `nil` if empty.
  public var speedKnots: Double?
  /// Field 7: speed, meters per second; `nil` if empty.
  public var speed: Double?

  /// Creates an empty message.
  public init(talker: Talker = "WI") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&direction, unit: "T")
    fields.decimal(&magneticDirection, unit: "M")
    fields.decimal(&speedKnots, unit: "N")
    fields.decimal(&speed, unit: "M")
  }
}
