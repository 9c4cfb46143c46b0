// Core Location for Linux. SPDX-License-Identifier: MIT

/// PMTK705: firmware of the receiver, by MediaTek.
///
///     $PMTK705,release,build,product,sdk*hh
///              1       2     3       4
public struct PMTK705: ProprietaryPayload, Hashable, Sendable, Codable {
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

  init(_ fields: inout FieldReader) {
    release = fields.text()
    build = fields.text()
    product = fields.text()
    sdk = fields.text()
  }

  func write(to fields: inout FieldWriter) {
    fields.text(release)
    fields.text(build)
    fields.text(product)
    fields.optional(sdk != nil) { $0.text(sdk) }
  }
}
