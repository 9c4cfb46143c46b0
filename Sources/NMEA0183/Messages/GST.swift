// Core Location for Linux. SPDX-License-Identifier: MIT

/// GST: GNSS pseudorange error statistics.
///
///     $--GST,hhmmss.ss,r.r,a.a,b.b,o.o,n.n,e.e,u.u*hh
///            1         2   3   4   5   6   7   8
public struct GST: StandardPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GST"

  /// The talker.
  public var talker: Talker
  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: root mean square of the ranges' standard deviations, meters; `nil` if empty.
  public var rangeDeviation: Double?
  /// Field 3: standard deviation along the error ellipse's major axis, meters; `nil` if empty.
  public var semiMajorDeviation: Double?
  /// Field 4: standard deviation along its minor axis, meters; `nil` if empty.
  public var semiMinorDeviation: Double?
  /// Field 5: direction of its major axis, degrees clockwise from true north; `nil` if empty.
  public var orientation: Double?
  /// Field 6: standard deviation of the latitude, meters; `nil` if empty.
  public var latitudeDeviation: Double?
  /// Field 7: standard deviation of the longitude, meters; `nil` if empty.
  public var longitudeDeviation: Double?
  /// Field 8: standard deviation of the altitude, meters; `nil` if empty.
  public var altitudeDeviation: Double?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.decimal(&rangeDeviation)
    fields.decimal(&semiMajorDeviation)
    fields.decimal(&semiMinorDeviation)
    fields.decimal(&orientation)
    fields.decimal(&latitudeDeviation)
    fields.decimal(&longitudeDeviation)
    fields.decimal(&altitudeDeviation)
  }
}
