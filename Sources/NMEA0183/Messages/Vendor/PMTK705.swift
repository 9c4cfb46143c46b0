// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK705: firmware of the receiver, by MediaTek.
///
///     $PMTK705,release,build,product,sdk*hh
///              1       2     3       4
public struct PMTK705: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PMTK705"

  /// Field 1: name and version of the firmware; `nil` if empty.
  public var release: String?
  /// Field 2: identification of the build; `nil` if empty.
  public var build: String?
  /// Field 3: name of the product; `nil` if empty.
  public var product: String?
  /// Field 4: version of the development kit; `nil` if empty or not sent.
  public var sdk: String?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.text(&release)
    fields.text(&build)
    fields.text(&product)
    if fields.includes(sdk != nil) { fields.text(&sdk) }
  }
}
