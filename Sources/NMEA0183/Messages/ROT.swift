// Core Location for Linux. SPDX-License-Identifier: MIT

/// ROT: rate of turn.
///
///     $--ROT,r.r,A*hh
///            1   2
public struct ROT: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "ROT"

  /// The talker.
  public var talker: Talker
  /// Field 1: degrees per minute, positive to starboard; `nil` if empty.
  public var rateDegreesPerMinute: Double?
  /// Field 2: whether the rate is valid; `nil` if empty.
  public var status: DataStatus?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&rateDegreesPerMinute)
    fields.code(&status)
  }
}
