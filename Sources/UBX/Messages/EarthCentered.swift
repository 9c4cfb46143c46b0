// Core Location for Linux. SPDX-License-Identifier: MIT

/// Three coordinates of a system that turns with the Earth (ECEF): its first axis passes through 0° N 0° E, the second
/// through 0° N 90° E, the third through the north pole.
public struct EarthVector: Hashable, Sendable, Encodable {
  /// Along the first axis, through 0° N 0° E.
  public var x: Double
  /// Along the second axis, through 0° N 90° E.
  public var y: Double
  /// Along the third axis, through the north pole.
  public var z: Double

  /// Creates a vector from its coordinates.
  public init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// Reads three numbers in hundredths.
  init(_ payload: RawSpan, at offset: Int) {
    x = payload.decimal(Int32.self, at: offset, per: 100)
    y = payload.decimal(Int32.self, at: offset + 4, per: 100)
    z = payload.decimal(Int32.self, at: offset + 8, per: 100)
  }
}

/// NAV-POSECEF: position in ECEF.
///
/// It does not say whether that is valid.
///
///     iTOW ecefX ecefY ecefZ pAcc
///     0    4     8     12    16
public struct NAVPOSECEF: NavigationMessage {
  /// Class 01, identifier 01.
  public static let kind = FrameKind(0x01, 0x01)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// The position, meters.
  public var position: EarthVector
  /// Accuracy in three dimensions, meters.
  public var accuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    position = EarthVector(payload, at: 4)
    accuracy = payload.decimal(UInt32.self, at: 16, per: 100)
  }
}

/// NAV-VELECEF: velocity in ECEF.
///
/// It does not say whether that is valid.
///
///     iTOW ecefVX ecefVY ecefVZ sAcc
///     0    4      8      12     16
public struct NAVVELECEF: NavigationMessage {
  /// Class 01, identifier 11.
  public static let kind = FrameKind(0x01, 0x11)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// The velocity, meters per second.
  public var velocity: EarthVector
  /// Accuracy of the speed, meters per second.
  public var speedAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    velocity = EarthVector(payload, at: 4)
    speedAccuracy = payload.decimal(UInt32.self, at: 16, per: 100)
  }
}
