// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRMM: the datum of positions, by Garmin.
///
///     $PGRMM,d…*hh
///            1
public struct PGRMM: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRMM"

  /// Field 1: the datum, such as `WGS 84`; `nil` if empty.
  public var datum: String?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) { fields.text(&datum) }
}
