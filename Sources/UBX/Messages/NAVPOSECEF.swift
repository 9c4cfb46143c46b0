// Core Location for Linux. SPDX-License-Identifier: MIT

/// Three coordinates of a system that turns with the Earth (ECEF): its first axis passes through 0° N 0° E, the second
/// through 0° N 90° E, the third through the north pole.
package struct EarthVector: Hashable, Sendable, Encodable {
  package var x: Double
  package var y: Double
  package var z: Double

  package init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

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
package struct NAVPOSECEF: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x01)

  package var timeOfWeek: UInt32
  /// Meters.
  package var position: EarthVector
  /// In three dimensions.
  package var accuracy: Double

  package init?(_ payload: RawSpan) {
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
package struct NAVVELECEF: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x11)

  package var timeOfWeek: UInt32
  /// Meters per second.
  package var velocity: EarthVector
  package var speedAccuracy: Double

  package init?(_ payload: RawSpan) {
    guard payload.byteCount >= 20 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    velocity = EarthVector(payload, at: 4)
    speedAccuracy = payload.decimal(UInt32.self, at: 16, per: 100)
  }
}
