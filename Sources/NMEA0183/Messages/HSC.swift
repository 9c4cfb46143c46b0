// Core Location for Linux. SPDX-License-Identifier: MIT

/// HSC: heading steering command, for an autopilot to follow.
///
///     $--HSC,h.h,T,h.h,M*hh
///            1   2 3   4
public struct HSC: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HSC"

  /// The talker.
  public var talker: Talker
  /// Field 1: commanded heading, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 3: commanded heading, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticHeading: Double?

  /// Creates an empty message.
  public init(talker: Talker = "AP") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&heading, unit: "T")
    fields.decimal(&magneticHeading, unit: "M")
  }
}
