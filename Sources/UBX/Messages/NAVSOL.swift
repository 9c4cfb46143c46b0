// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-SOL: the solution in ECEF, of receivers before the seventh generation.
///
///     iTOW fTOW week gpsFix flags ecefX ecefY ecefZ pAcc ecefVX ecefVY ecefVZ sAcc pDOP numSV
///     0    4    8    10     11    12    16    20    24   28     32     36     40   44   47
public struct NAVSOL: NavigationMessage {
  /// Class 01, identifier 06.
  public static let kind = FrameKind(0x01, 0x06)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// GPS weeks since 6 January 1980; `nil` if it is not known (bits 2 and 3 of `flags`).
  public var week: Int16?
  /// What was solved for.
  public var solution: SolutionKind
  /// Bit 0 of `flags`: within the limits of dilution and accuracy.
  public var isFixOK: Bool
  /// Bit 1 of `flags`: whether differential corrections were used.
  public var isDifferential: Bool
  /// The position, meters.
  public var position: EarthVector
  /// Accuracy of the position in three dimensions, meters.
  public var accuracy: Double
  /// The velocity, meters per second.
  public var velocity: EarthVector
  /// Accuracy of the speed, meters per second.
  public var speedAccuracy: Double
  /// Position dilution of precision; 99.99 if unknown.
  public var pdop: Double
  /// Number of satellites used.
  public var satellitesUsed: UInt8

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
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
