// Core Location for Linux. SPDX-License-Identifier: MIT

/// VTG: course over ground and ground speed.
///
///     $--VTG,c.c,T,c.c,M,s.s,N,s.s,K,m*hh
///            1   2 3   4 5   6 7   8 9
///
/// Field 9 came with version 2.3.
public struct VTG: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "VTG"

  /// The talker.
  public var talker: Talker
  /// Field 1: course over ground, degrees clockwise from true north; `nil` if empty.
  public var course: Double?
  /// Field 3: course over ground, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticCourse: Double?
  /// Field 5: speed over ground, knots; `nil` if empty.
  public var speedKnots: Double?
  /// Field 7: speed over ground, kilometers per hour; `nil` if empty.
  public var speedKilometersPerHour: Double?
  /// Field 9: how the velocity was obtained; `nil` before version 2.3.
  public var mode: PositioningMode?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&course)
    // Version 1 had no letters: course, magnetic course, knots, kilometers per hour.
    let lettered = fields.letter("T")
    fields.decimal(&magneticCourse)
    if lettered { fields.unit("M") }
    fields.decimal(&speedKnots)
    if lettered { fields.unit("N") }
    fields.decimal(&speedKilometersPerHour)
    if lettered { fields.unit("K") }
    if fields.includes(mode != nil) { fields.code(&mode) }
  }
}
