// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-DOP: dilutions of precision; 99.99 if unknown.
///
///     iTOW gDOP pDOP tDOP vDOP hDOP nDOP eDOP
///     0    4    6    8    10   12   14   16
public struct NAVDOP: NavigationMessage {
  /// Class 01, identifier 04.
  public static let kind = FrameKind(0x01, 0x04)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Geometric dilution of precision.
  public var gdop: Double
  /// Position dilution of precision.
  public var pdop: Double
  /// Time dilution of precision.
  public var tdop: Double
  /// Vertical dilution of precision.
  public var vdop: Double
  /// Horizontal dilution of precision.
  public var hdop: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 18 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    gdop = payload.decimal(UInt16.self, at: 4, per: 100)
    pdop = payload.decimal(UInt16.self, at: 6, per: 100)
    tdop = payload.decimal(UInt16.self, at: 8, per: 100)
    vdop = payload.decimal(UInt16.self, at: 10, per: 100)
    hdop = payload.decimal(UInt16.self, at: 12, per: 100)
  }
}
