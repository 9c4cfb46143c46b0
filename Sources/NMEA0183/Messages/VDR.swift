// Core Location for Linux. SPDX-License-Identifier: MIT

/// VDR: set and drift of the current.
///
///     $--VDR,d.d,T,d.d,M,s.s,N*hh
///            1   2 3   4 5   6
public struct VDR: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VDR"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction in which the water flows, degrees clockwise from true north; `nil` if empty.
  public var direction: Double?
  /// Field 3: the same from magnetic north; `nil` if empty.
  public var magneticDirection: Double?
  /// Field 5: speed of the water, knots; `nil` if empty.
  public var speedKnots: Double?

  /// Creates an empty message.
  public init(talker: Talker = "II") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&direction, unit: "T")
    fields.decimal(&magneticDirection, unit: "M")
    fields.decimal(&speedKnots, unit: "N")
  }
}
