// Core Location for Linux. SPDX-License-Identifier: MIT

/// VLW: distance traveled through the water.
///
///     $--VLW,w.w,N,w.w,N,g.g,N,g.g,N*hh
///            1   2 3   4 5   6 7   8
///
/// Fields 5 to 8 came with version 3.0.
public struct VLW: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VLW"

  /// The talker.
  public var talker: Talker
  /// Field 1: distance through the water, nautical miles; `nil` if empty.
  public var waterTotal: Double?
  /// Field 3: distance through the water since it was reset, nautical miles; `nil` if empty.
  public var waterTrip: Double?
  /// Field 5: distance over ground, nautical miles; `nil` before version 3.0.
  public var groundTotal: Double?
  /// Field 7: distance over ground since it was reset, nautical miles; `nil` before version 3.0.
  public var groundTrip: Double?

  /// Creates an empty message.
  public init(talker: Talker = "VW") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&waterTotal, unit: "N")
    fields.decimal(&waterTrip, unit: "N")
    if fields.includes(groundTotal != nil || groundTrip != nil) {
      fields.decimal(&groundTotal, unit: "N")
      fields.decimal(&groundTrip, unit: "N")
    }
  }
}
