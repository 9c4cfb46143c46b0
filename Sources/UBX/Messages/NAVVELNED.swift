// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-VELNED: velocity.
///
/// It does not say whether that is valid.
///
///     iTOW velN velE velD speed gSpeed heading sAcc cAcc
///     0    4    8    12   16    20     24      28   32
public struct NAVVELNED: NavigationMessage {
  /// Class 01, identifier 12.
  public static let kind = FrameKind(0x01, 0x12)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Vertical speed, meters per second, positive downwards.
  public var downwardSpeed: Double
  /// Speed over ground, meters per second.
  public var speed: Double
  /// Direction of motion, degrees clockwise from true north; filled in at rest, too.
  public var course: Double
  /// Accuracy of the speed, meters per second.
  public var speedAccuracy: Double
  /// Accuracy of the course, degrees; 180 if the course is unknown.
  public var courseAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 36 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    downwardSpeed = payload.decimal(Int32.self, at: 12, per: 100)
    speed = payload.decimal(UInt32.self, at: 20, per: 100)
    course = payload.decimal(Int32.self, at: 24, per: 1e5)
    speedAccuracy = payload.decimal(UInt32.self, at: 28, per: 100)
    courseAccuracy = payload.decimal(UInt32.self, at: 32, per: 1e5)
  }
}
