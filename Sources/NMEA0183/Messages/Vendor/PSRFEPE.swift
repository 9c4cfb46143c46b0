// Core Location for Linux. SPDX-License-Identifier: MIT

/// PSRFEPE: estimated position errors, by SiRF.
///
///     $PSRFEPE,hhmmss.sss,A,h.h,p.p,v.v,s.s,c.c*hh
///              1          2 3   4   5   6   7
public struct PSRFEPE: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PSRFEPE"

  /// Field 1: time of the position, UTC; `nil` if empty.
  public var time: UTCTime?
  /// Field 2: whether the other fields are valid; `nil` if empty.
  public var status: DataStatus?
  /// Field 3: horizontal dilution of precision; `nil` if empty.
  public var hdop: Double?
  /// Field 4: estimated horizontal error, meters; `nil` if empty.
  public var horizontalError: Double?
  /// Field 5: estimated vertical error, meters; `nil` if empty.
  public var verticalError: Double?
  /// Field 6: estimated error of the horizontal speed, meters per second; `nil` if empty.
  public var speedError: Double?
  /// Field 7: estimated error of the course, degrees; 180 means unknown; `nil` if empty.
  public var courseError: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.time(&time)
    fields.code(&status)
    fields.decimal(&hdop)
    fields.decimal(&horizontalError)
    fields.decimal(&verticalError)
    fields.decimal(&speedError)
    fields.decimal(&courseError)
  }
}
