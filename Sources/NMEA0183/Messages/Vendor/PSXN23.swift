// Core Location for Linux. SPDX-License-Identifier: MIT

/// PSXN,23: attitude, heading and heave, by Kongsberg.
///
///     $PSXN,23,r.r,p.p,h.h,v.v*hh
///            1  2   3   4   5
public struct PSXN23: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PSXN23"
  static let address = "PSXN,23"

  /// Field 2: degrees, positive with port up; `nil` if empty.
  public var roll: Double?
  /// Field 3: degrees, positive with the bow up; `nil` if empty.
  public var pitch: Double?
  /// Field 4: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 5: meters, downwards positive; `nil` if empty.
  public var heave: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&roll)
    fields.decimal(&pitch)
    fields.decimal(&heading)
    fields.decimal(&heave)
  }
}
