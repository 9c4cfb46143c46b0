// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK011: a text of the system, by MediaTek.
///
///     $PMTK011,t…*hh
///              1
public struct PMTK011: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PMTK011"

  /// Field 1: the text, such as `MTKGPS`; `nil` if empty.
  public var text: String?

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) {
    text = fields.text()
  }

  func write(to fields: inout FieldWriter) {
    fields.text(text)
  }
}
