// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-SOL: the solution in ECEF, of receivers before the seventh generation.
///
///     iTOW fTOW week gpsFix flags ecefX ecefY ecefZ pAcc ecefVX ecefVY ecefVZ sAcc pDOP numSV
///     0    4    8    10     11    12    16    20    24   28     32     36     40   44   47
package struct NAVSOL: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x06)

  package var timeOfWeek: UInt32
  /// Since 6 January 1980; `nil` if it is not known (bits 2 and 3 of `flags`).
  package var week: Int16?
  package var solution: SolutionKind
  /// Bit 0 of `flags`: within the limits of dilution and accuracy.
  package var isFixOK: Bool
  /// Bit 1 of `flags`.
  package var isDifferential: Bool
  /// Meters.
  package var position: EarthVector
  /// Of the position in three dimensions.
  package var accuracy: Double
  /// Meters per second.
  package var velocity: EarthVector
  package var speedAccuracy: Double
  /// Position dilution of precision; 99.99 if unknown.
  package var pdop: Double
  package var satellitesUsed: UInt8

  package init?(_ payload: RawSpan) {
    guard payload.byteCount >= 48 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    week = payload.byte(at: 11) & 0b1100 == 0b1100 ? payload.integer(at: 8) : nil
    solution = SolutionKind(rawValue: payload.byte(at: 10))
    (isFixOK, isDifferential) = (payload.bit(0, at: 11), payload.bit(1, at: 11))
    position = EarthVector(payload, at: 12)
    accuracy = payload.decimal(UInt32.self, at: 24, per: 100)
    velocity = EarthVector(payload, at: 28)
    speedAccuracy = payload.decimal(UInt32.self, at: 40, per: 100)
    pdop = payload.decimal(UInt16.self, at: 44, per: 100)
    satellitesUsed = payload.byte(at: 47)
  }
}
