// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-POSLLH: position.
///
/// It does not say whether that is valid.
///
///     iTOW lon lat height hMSL hAcc vAcc
///     0    4   8   12     16   20   24
public struct NAVPOSLLH: NavigationMessage {
  /// Class 01, identifier 02.
  public static let kind = FrameKind(0x01, 0x02)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Longitude, degrees, east positive.
  public var longitude: Double
  /// Latitude, degrees, north positive.
  public var latitude: Double
  /// Height above the ellipsoid, meters.
  public var ellipsoidalHeight: Double
  /// Height above mean sea level, meters.
  public var altitude: Double
  /// Horizontal accuracy, meters: the receiver's estimate of its error.
  public var horizontalAccuracy: Double
  /// Vertical accuracy, meters: the receiver's estimate of its error.
  public var verticalAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 28 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    longitude = payload.decimal(Int32.self, at: 4, per: 1e7)
    latitude = payload.decimal(Int32.self, at: 8, per: 1e7)
    ellipsoidalHeight = payload.decimal(Int32.self, at: 12, per: 1e3)
    altitude = payload.decimal(Int32.self, at: 16, per: 1e3)
    horizontalAccuracy = payload.decimal(UInt32.self, at: 20, per: 1e3)
    verticalAccuracy = payload.decimal(UInt32.self, at: 24, per: 1e3)
  }
}

/// NAV-HPPOSLLH: position with more digits, which are sent apart from the others.
///
///     version flags iTOW lon lat height hMSL lonHp latHp heightHp hMSLHp hAcc vAcc
///     0       3     4    8   12  16     20   24    25    26       27     28   32
public struct NAVHPPOSLLH: NavigationMessage {
  /// Class 01, identifier 14.
  public static let kind = FrameKind(0x01, 0x14)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Bit 0 of `flags`: the position and the heights are invalid.
  public var isPositionInvalid: Bool
  /// Longitude, degrees, east positive.
  public var longitude: Double
  /// Latitude, degrees, north positive.
  public var latitude: Double
  /// Height above the ellipsoid, meters.
  public var ellipsoidalHeight: Double
  /// Height above mean sea level, meters.
  public var altitude: Double
  /// Horizontal accuracy, meters: the receiver's estimate of its error.
  public var horizontalAccuracy: Double
  /// Vertical accuracy, meters: the receiver's estimate of its error.
  public var verticalAccuracy: Double

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 36 else { return nil }
    /// Joins a number with its further digits, which have its sign or the other one.
    func joined(_ offset: Int, _ digits: Int, _ factor: Int64) -> Double {
      Double(
        Int64(payload.integer(Int32.self, at: offset)) * factor
          + Int64(payload.integer(Int8.self, at: digits)))
    }
    timeOfWeek = payload.integer(at: 4)
    isPositionInvalid = payload.bit(0, at: 3)
    longitude = joined(8, 24, 100) / 1e9
    latitude = joined(12, 25, 100) / 1e9
    ellipsoidalHeight = joined(16, 26, 10) / 1e4
    altitude = joined(20, 27, 10) / 1e4
    horizontalAccuracy = payload.decimal(UInt32.self, at: 28, per: 1e4)
    verticalAccuracy = payload.decimal(UInt32.self, at: 32, per: 1e4)
  }
}

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
