// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-ATT: attitude of the vehicle.
///
///     iTOW version roll pitch heading accRoll accPitch accHeading
///     0    4       8    12    16      20      24       28
public struct NAVATT: NavigationMessage {
  /// Class 01, identifier 05.
  public static let kind = FrameKind(0x01, 0x05)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Roll, degrees.
  public var roll: Double
  /// Pitch, degrees.
  public var pitch: Double
  /// Where the vehicle points, degrees clockwise from true north.
  public var heading: Double
  /// Accuracy of the heading, degrees; 0 if the heading is unknown, as u-blox's interface descriptions say.
  public var headingAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 32 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    roll = payload.decimal(Int32.self, at: 8, per: 1e5)
    pitch = payload.decimal(Int32.self, at: 12, per: 1e5)
    heading = payload.decimal(Int32.self, at: 16, per: 1e5)
    headingAccuracy = payload.decimal(UInt32.self, at: 28, per: 1e5)
  }
}

/// NAV-RELPOSNED: the position relative to a reference station, which may be fixed, or an antenna of the same vehicle.
///
///     version refStationId iTOW relPosN relPosE relPosD length heading accLength accHeading flags
///     0       2            4    8       12      16      20     24      48        52         60
public struct NAVRELPOSNED: NavigationMessage {
  /// Class 01, identifier 3C.
  public static let kind = FrameKind(0x01, 0x3C)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Distance to the reference station, meters.
  public var length: Double
  /// Bit 5 of `flags`: whether the reference station is an antenna that moves with the vehicle.
  public var isMovingBase: Bool
  /// Bits 3 and 4 of `flags`: the state of the carrier phase ambiguities.
  public var carrier: CarrierSolution
  /// Where the vehicle points, degrees clockwise from true north; `nil` unless the reference station moves with it, its carrier
  /// phase is solved, and `flags` call it valid (bits 0, 2 and 8).
  ///
  /// From a fixed station, the same field is the direction in which the vehicle lies.
  public var heading: Double?
  /// Accuracy of the heading, degrees.
  public var headingAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    // Version 0 is shorter, and has no heading.
    guard payload.byteCount >= 64, payload.byte(at: 0) > 0 else { return nil }
    timeOfWeek = payload.integer(at: 4)
    length = payload.decimal(Int32.self, at: 20, per: 100)
    let flags = payload.integer(UInt32.self, at: 60)
    let valid: UInt32 = 1 << 0 | 1 << 2 | 1 << 8
    isMovingBase = payload.bit(5, at: 60)
    carrier = CarrierSolution(payload.byte(at: 60), from: 3)
    heading =
      flags & valid == valid && isMovingBase && carrier == .fixed
      ? payload.decimal(Int32.self, at: 24, per: 1e5) : nil
    headingAccuracy = payload.decimal(UInt32.self, at: 52, per: 1e5)
  }
}
