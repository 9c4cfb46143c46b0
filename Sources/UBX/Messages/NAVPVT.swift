// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-PVT: position, velocity and time.
///
///     iTOW year month day hour min sec valid tAcc nano fixType flags flags2 numSV lon lat height hMSL hAcc vAcc
///     0    4    6     7   8    9   10  11    12   16   20      21    22     23    24  28  32     36   40   44
///     velN velE velD gSpeed headMot sAcc headAcc pDOP flags3 headVeh magDec magAcc
///     48   52   56   60     64      68   72      76   78     84      88     90
public struct NAVPVT: NavigationMessage {
  /// Class 01, identifier 07.
  public static let kind = FrameKind(0x01, 0x07)

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// Year, UTC.
  public var year: UInt16
  /// Month, UTC, 1…12.
  public var month: UInt8
  /// Day of the month, UTC, 1…31.
  public var day: UInt8
  /// Hour, UTC, 0…23.
  public var hour: UInt8
  /// Minute, UTC, 0…59.
  public var minute: UInt8
  /// Second, UTC, 0…60.
  public var second: UInt8
  /// What to add to the second, −1e9…1e9: the epoch may be just before it.
  public var nanosecond: Int32
  /// Bit 0 of `valid`: whether the date is.
  public var isDateValid: Bool
  /// Bit 1 of `valid`: whether the time is.
  public var isTimeValid: Bool
  /// Bit 2 of `valid`: whether UTC is known to the second, leap seconds included.
  public var isFullyResolved: Bool
  /// Accuracy of the time, nanoseconds.
  public var timeAccuracy: UInt32
  /// What was solved for.
  public var solution: SolutionKind
  /// Bit 0 of `flags`: within the limits of dilution and accuracy.
  ///
  /// Without it there is no fix, whatever `solution` says.
  public var isFixOK: Bool
  /// Bit 1 of `flags`: whether differential corrections were used.
  public var isDifferential: Bool
  /// Bits 6 and 7 of `flags`: the state of the carrier phase ambiguities.
  public var carrier: CarrierSolution
  /// Bit 0 of `flags3`: longitude, latitude and heights are invalid.
  public var isPositionInvalid: Bool
  /// Bit 13 of `flags3`: the time is authenticated by Galileo's signatures; false from receivers that do not verify them.
  public var isTimeAuthenticated: Bool
  /// Bit 14 of `flags3`: the fix is.
  public var isFixAuthenticated: Bool
  /// Number of satellites used.
  public var satellitesUsed: UInt8
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
  /// Position dilution of precision; 99.99 if unknown.
  public var pdop: Double
  /// Where the vehicle points by its sensors, degrees clockwise from true north; `nil` if that is unknown (bit 5 of `flags`).
  public var vehicleHeading: Double?
  /// Magnetic declination, degrees, east positive; `nil` if unknown (bit 3 of `valid`, or a receiver before protocol 15).
  public var magneticDeclination: Double?

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    // Before protocol 15, the payload ended after flags3.
    guard payload.byteCount >= 84 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    year = payload.integer(at: 4)
    (month, day) = (payload.byte(at: 6), payload.byte(at: 7))
    (hour, minute, second) = (payload.byte(at: 8), payload.byte(at: 9), payload.byte(at: 10))
    nanosecond = payload.integer(at: 16)
    (isDateValid, isTimeValid) = (payload.bit(0, at: 11), payload.bit(1, at: 11))
    isFullyResolved = payload.bit(2, at: 11)
    timeAccuracy = payload.integer(at: 12)
    solution = SolutionKind(rawValue: payload.byte(at: 20))
    (isFixOK, isDifferential) = (payload.bit(0, at: 21), payload.bit(1, at: 21))
    carrier = CarrierSolution(payload.byte(at: 21), from: 6)
    isPositionInvalid = payload.bit(0, at: 78)
    (isTimeAuthenticated, isFixAuthenticated) = (payload.bit(5, at: 79), payload.bit(6, at: 79))
    satellitesUsed = payload.byte(at: 23)
    longitude = payload.decimal(Int32.self, at: 24, per: 1e7)
    latitude = payload.decimal(Int32.self, at: 28, per: 1e7)
    ellipsoidalHeight = payload.decimal(Int32.self, at: 32, per: 1e3)
    altitude = payload.decimal(Int32.self, at: 36, per: 1e3)
    horizontalAccuracy = payload.decimal(UInt32.self, at: 40, per: 1e3)
    verticalAccuracy = payload.decimal(UInt32.self, at: 44, per: 1e3)
    downwardSpeed = payload.decimal(Int32.self, at: 56, per: 1e3)
    speed = payload.decimal(Int32.self, at: 60, per: 1e3)
    course = payload.decimal(Int32.self, at: 64, per: 1e5)
    speedAccuracy = payload.decimal(UInt32.self, at: 68, per: 1e3)
    courseAccuracy = payload.decimal(UInt32.self, at: 72, per: 1e5)
    pdop = payload.decimal(UInt16.self, at: 76, per: 100)
    guard payload.byteCount >= 92 else { return }
    if payload.bit(5, at: 21) { vehicleHeading = payload.decimal(Int32.self, at: 84, per: 1e5) }
    if payload.bit(3, at: 11) {
      magneticDeclination = payload.decimal(Int16.self, at: 88, per: 100)
    }
  }
}
