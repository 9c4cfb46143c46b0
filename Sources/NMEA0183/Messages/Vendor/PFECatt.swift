// Core Location for Linux. SPDX-License-Identifier: MIT

/// PFEC,GPatt: attitude, by Furuno.
///
///     $PFEC,GPatt,h.h,p.p,r.r*hh
///            1    2   3   4
public struct PFECatt: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PFECatt"
  static let address = "PFEC"

  /// Field 2: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 3: degrees, positive with the bow up; `nil` if empty.
  public var pitch: Double?
  /// Field 4: degrees, positive with port up; `nil` if empty.
  public var roll: Double?

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) {
    heading = fields.decimal()
    pitch = fields.decimal()
    roll = fields.decimal()
  }

  func write(to fields: inout FieldWriter) {
    fields.unit("GPatt")
    fields.decimal(heading)
    fields.decimal(pitch)
    fields.decimal(roll)
  }
}
