// Core Location for Linux. SPDX-License-Identifier: MIT

/// MWV: speed and angle of the wind.
///
///     $--MWV,a.a,r,s.s,u,A*hh
///            1   2 3   4 5
public struct MWV: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "MWV"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees clockwise from the bow; `nil` if empty.
  public var angle: Double?
  /// Field 2: apparent or theoretical wind; `nil` if empty.
  public var reference: WindReference?
  /// Field 3: speed in the unit of field 4; `nil` if empty.
  public var speed: Double?
  /// Field 4: unit of the speed; `nil` if empty.
  public var unit: SpeedUnit?
  /// Field 5: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?

  /// Creates an empty message.
  public init(talker: Talker = "WI") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&angle)
    fields.code(&reference)
    fields.decimal(&speed)
    fields.code(&unit)
    fields.code(&status)
  }
}
