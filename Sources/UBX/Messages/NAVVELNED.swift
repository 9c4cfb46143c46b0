// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-VELNED: velocity.
///
/// It does not say whether that is valid.
///
///     iTOW velN velE velD speed gSpeed heading sAcc cAcc
///     0    4    8    12   16    20     24      28   32
package struct NAVVELNED: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x12)

  package var timeOfWeek: UInt32
  package var downwardSpeed: Double
  /// Over ground.
  package var speed: Double
  /// Direction of motion; filled in at rest, too.
  package var course: Double
  package var speedAccuracy: Double
  /// Degrees; 180 if the course is unknown.
  package var courseAccuracy: Double

  package init?(_ payload: RawSpan) {
    guard payload.byteCount >= 36 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    downwardSpeed = payload.decimal(Int32.self, at: 12, per: 100)
    speed = payload.decimal(UInt32.self, at: 20, per: 100)
    course = payload.decimal(Int32.self, at: 24, per: 1e5)
    speedAccuracy = payload.decimal(UInt32.self, at: 28, per: 100)
    courseAccuracy = payload.decimal(UInt32.self, at: 32, per: 1e5)
  }
}
