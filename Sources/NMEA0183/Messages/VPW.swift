// Core Location for Linux. SPDX-License-Identifier: MIT

/// VPW: speed towards the wind.
///
///     $--VPW,s.s,N,s.s,M*hh
///            1   2 3   4
public struct VPW: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VPW"

  /// The talker.
  public var talker: Talker
  /// Field 1: speed towards the wind, knots, negative away from it; `nil` if empty.
  public var speedKnots: Double?
  /// Field 3: the same in meters per second; `nil` if empty.
  public var speed: Double?

  /// Creates an empty message.
  public init(talker: Talker = "VW") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&speedKnots, unit: "N")
    fields.decimal(&speed, unit: "M")
  }
}
