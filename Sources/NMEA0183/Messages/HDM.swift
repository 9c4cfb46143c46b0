// Core Location for Linux. SPDX-License-Identifier: MIT

/// HDM: magnetic heading.
///
///     $--HDM,h.h,M*hh
///            1   2
public struct HDM: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HDM"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from magnetic north; `nil` if empty.
  public var magneticHeading: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&magneticHeading, unit: "M")
  }
}
