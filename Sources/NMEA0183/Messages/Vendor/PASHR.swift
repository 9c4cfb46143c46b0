// Core Location for Linux. SPDX-License-Identifier: MIT

/// PASHR: attitude and heading, by inertial systems of several makers.
///
///     $PASHR,hhmmss.sss,h.h,T,r.r,p.p,v.v,r.r,p.p,h.h,g,i*hh
///            1          2   3 4   5   6   7   8   9   10 11
///
/// Ashtech's own sentences, whose first field is a word, share the address.
public struct PASHR: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PASHR"

  /// Field 1: time, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Fields 2 and 3: direction of the bow, degrees clockwise from true north; `nil` if empty.
  public var heading: Double?
  /// Field 4: degrees, positive with port up; `nil` if empty.
  public var roll: Double?
  /// Field 5: degrees, positive with the bow up; `nil` if empty.
  public var pitch: Double?
  /// Field 6: meters; `nil` if empty.
  public var heave: Double?
  /// Field 7: standard deviation of the roll, degrees; `nil` if empty.
  public var rollDeviation: Double?
  /// Field 8: standard deviation of the pitch, degrees; `nil` if empty.
  public var pitchDeviation: Double?
  /// Field 9: standard deviation of the heading, degrees; `nil` if empty.
  public var headingDeviation: Double?
  /// Field 10: 0 without a position from satellites, 1 with one, 2 with one from the carrier phase; `nil` if empty.
  public var positionStatus: UInt8?
  /// Field 11: 0 while the inertial system is not aligned, or its sensors are out, otherwise 1; `nil` if empty.
  public var inertialStatus: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.decimal(&heading, unit: "T")
    fields.decimal(&roll)
    fields.decimal(&pitch)
    fields.decimal(&heave)
    fields.decimal(&rollDeviation)
    fields.decimal(&pitchDeviation)
    fields.decimal(&headingDeviation)
    fields.integer(&positionStatus)
    fields.integer(&inertialStatus)
  }
}
