// Core Location for Linux. SPDX-License-Identifier: MIT

/// HDT: true heading.
///
///     $--HDT,h.h,T*hh
///            1   2
public struct HDT: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "HDT"

  /// The talker.
  public var talker: Talker
  /// Field 1: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&heading, unit: "T")
  }
}
