// Core Location for Linux. SPDX-License-Identifier: MIT

/// VLW: distance traveled through the water.
///
///     $--VLW,w.w,N,w.w,N,g.g,N,g.g,N*hh
///            1   2 3   4 5   6 7   8
///
/// Fields 5 to 8 came with version 3.0.
public struct VLW: StandardPayload, Hashable, Sendable, Codable {
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

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    waterTotal = fields.decimal()
    fields.skip()
    waterTrip = fields.decimal()
    fields.skip()
    groundTotal = fields.decimal()
    fields.skip()
    groundTrip = fields.decimal()
    fields.skip()
  }

  func write(to fields: inout FieldWriter) {
    fields.decimal(waterTotal)
    fields.unit("N")
    fields.decimal(waterTrip)
    fields.unit("N")
    fields.optional(groundTotal != nil || groundTrip != nil) { $0.decimal(groundTotal) }
    fields.optional(groundTotal != nil || groundTrip != nil) { $0.unit("N") }
    fields.optional(groundTotal != nil || groundTrip != nil) { $0.decimal(groundTrip) }
    fields.optional(groundTotal != nil || groundTrip != nil) { $0.unit("N") }
  }
}
