// Core Location for Linux. SPDX-License-Identifier: MIT

/// DBT: depth below transducer.
///
///     $--DBT,f.f,f,m.m,M,F.F,F*hh
///            1   2 3   4 5   6
public struct DBT: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "DBT"

  /// The talker.
  public var talker: Talker
  /// Field 1: depth, feet; `nil` if empty.
  public var depthFeet: Double?
  /// Field 3: depth, meters; `nil` if empty.
  public var depth: Double?
  /// Field 5: depth, fathoms; `nil` if empty.
  public var depthFathoms: Double?

  /// Creates an empty message.
  public init(talker: Talker = "SD") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&depthFeet, unit: "f")
    fields.decimal(&depth, unit: "M")
    fields.decimal(&depthFathoms, unit: "F")
  }
}
