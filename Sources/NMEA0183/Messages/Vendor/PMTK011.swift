// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK011: a text of the system, by MediaTek.
///
///     $PMTK011,t…*hh
///              1
public struct PMTK011: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PMTK011"

  /// Field 1: the text, such as `MTKGPS`; `nil` if empty.
  public var text: String?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) { fields.text(&text) }
}
