// Core Location for Linux. SPDX-License-Identifier: MIT

/// DPT: depth of water.
///
///     $--DPT,d.d,o.o,r.r*hh
///            1   2   3
///
/// Field 3 came with version 3.0.
public struct DPT: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "DPT"

  /// The talker.
  public var talker: Talker
  /// Field 1: meters below the transducer; `nil` if empty.
  public var depth: Double?
  /// Field 2: meters from the transducer up to the waterline, or down to the keel if negative; `nil` if empty.
  public var offset: Double?
  /// Field 3: the largest depth that the sounder measures, meters; `nil` before version 3.0.
  public var maximumRange: Double?

  /// Creates an empty message.
  public init(talker: Talker = "SD") { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&depth)
    fields.decimal(&offset)
    if fields.includes(maximumRange != nil) { fields.decimal(&maximumRange) }
  }
}
