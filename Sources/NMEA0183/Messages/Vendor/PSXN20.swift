// Core Location for Linux. SPDX-License-Identifier: MIT

/// PSXN,20: quality of position and attitude, by Kongsberg.
///
///     $PSXN,20,h,v,h,r*hh
///            1  2 3 4 5
public struct PSXN20: ProprietaryPayload, FieldList, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PSXN20"
  static let address = "PSXN,20"

  /// Field 2: horizontal position and velocity: 0 normal, 1 reduced, 2 invalid; `nil` if empty.
  public var horizontalQuality: UInt8?
  /// Field 3: height and vertical velocity, likewise; `nil` if empty.
  public var verticalQuality: UInt8?
  /// Field 4: heading, likewise; `nil` if empty.
  public var headingQuality: UInt8?
  /// Field 5: roll and pitch, likewise; `nil` if empty.
  public var attitudeQuality: UInt8?

  /// Creates an empty message.
  public init() {}

  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable) {
    fields.integer(&horizontalQuality)
    fields.integer(&verticalQuality)
    fields.integer(&headingQuality)
    fields.integer(&attitudeQuality)
  }
}
