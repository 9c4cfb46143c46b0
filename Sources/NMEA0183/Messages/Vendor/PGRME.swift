// Core Location for Linux. SPDX-License-Identifier: MIT

/// PGRME: estimated error, by Garmin.
///
///     $PGRME,h.h,M,v.v,M,p.p,M*hh
///            1   2 3   4 5   6
public struct PGRME: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PGRME"

  /// Field 1: estimated horizontal error, meters; `nil` if empty.
  public var horizontalError: Double?
  /// Field 3: estimated vertical error, meters; `nil` if empty.
  public var verticalError: Double?
  /// Field 5: estimated spherical error, meters; `nil` if empty.
  public var sphericalError: Double?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.decimal(&horizontalError, unit: "M")
    fields.decimal(&verticalError, unit: "M")
    fields.decimal(&sphericalError, unit: "M")
  }
}
