// Core Location for Linux. SPDX-License-Identifier: MIT

/// VHW: speed through the water, and heading.
///
///     $--VHW,h.h,T,h.h,M,s.s,N,s.s,K*hh
///            1   2 3   4 5   6 7   8
public struct VHW: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VHW"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 3: direction of the bow, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticHeading: Double?
  /// Field 5: speed through the water, knots; not over ground; `nil` if empty.
  public var waterSpeedKnots: Double?
  /// Field 7: speed through the water, kilometers per hour; `nil` if empty.
  public var waterSpeedKilometersPerHour: Double?

  /// Creates an empty message.
  public init(talker: Talker = "VW") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&heading, unit: "T")
    fields.decimal(&magneticHeading, unit: "M")
    fields.decimal(&waterSpeedKnots, unit: "N")
    fields.decimal(&waterSpeedKilometersPerHour, unit: "K")
  }
}
