// Core Location for Linux. SPDX-License-Identifier: MIT

/// PFEC,GPatt: attitude, by Furuno.
///
///     $PFEC,GPatt,h.h,p.p,r.r*hh
///            1    2   3   4
public struct PFECatt: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PFECatt"
  static let address = "PFEC,GPatt"

  /// Field 2: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 3: degrees, positive with the bow up; `nil` if empty.
  public var pitch: Double?
  /// Field 4: degrees, positive with port up; `nil` if empty.
  public var roll: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&heading)
    fields.decimal(&pitch)
    fields.decimal(&roll)
  }
}
