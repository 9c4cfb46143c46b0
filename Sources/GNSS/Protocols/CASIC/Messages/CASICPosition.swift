// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// What a position, or a velocity, was made of.
struct CASICValidity: Encodable, Sendable {
  /// 0 none, 1 entered, 2 a rough estimate, 3 held, 4 dead reckoning, 5 quick, 6 in two dimensions, 7 in three, 8 with dead
  /// reckoning or, in the second generation, corrections; there also 9 float, 10 fixed, 15 surveyed.
  let number: UInt8

  /// Whether there is a position: those that were entered, are estimated roughly or held look like others.
  var isFix: Bool { number >= 4 && number <= 10 || number == 15 }

  /// `nil` if it does not tell.
  var mode: FixMode? {
    switch number {
    case 6: .twoDimensional
    case 7...10: .threeDimensional
    default: nil
    }
  }

  /// The quality in the first generation, which only tells whether the satellites suffice.
  var firstQuality: FixQuality? { number == 4 || number == 5 ? .estimated : nil }

  /// The quality in the second generation.
  var secondQuality: FixQuality? {
    switch number {
    case 4, 5: .estimated
    case 6, 7: .autonomous
    case 8: .differential
    case 9: .rtkFloat
    case 10: .rtkFixed
    case 15: .manual
    default: nil
    }
  }

  init(_ number: UInt8) { self.number = number }

  func encode(to encoder: any Encoder) throws { try number.encode(to: encoder) }
}

/// NAV-PV, of the first generation: position and velocity.
///
/// NAV-TIMEUTC has its time.
///
///     runTime posValid velValid … numSV … PDOP lon lat height separation hAcc vAcc vN vE vU 3D 2D course sAcc cAcc
///     0       4        5          7       12   16  24  32     36         40   44   48 52 56 60 64 68     72   76
struct CASICPosition: CASICMessage {
  /// Milliseconds since the start.
  var runTime: UInt32
  var position: CASICValidity
  var velocity: CASICValidity
  var satellitesUsed: UInt8
  var pdop: Double?
  var latitude: Double?
  var longitude: Double?
  var ellipsoidalHeight: Double?
  /// Height of the geoid above the ellipsoid.
  var geoidSeparation: Double?
  /// Square meters.
  var horizontalVariance: Double?
  var verticalVariance: Double?
  var northSpeed: Double?
  var eastSpeed: Double?
  var upwardSpeed: Double?
  var speed: Double?
  var course: Double?
  /// (m/s)².
  var speedVariance: Double?
  /// Square degrees.
  var courseVariance: Double?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 80 else { return nil }
    func float(_ offset: Int) -> Double? { payload.float(at: offset).ifFinite }
    runTime = payload.integer(at: 0)
    (position, velocity) = (CASICValidity(payload.byte(at: 4)), CASICValidity(payload.byte(at: 5)))
    satellitesUsed = payload.byte(at: 7)
    pdop = float(12)
    (longitude, latitude) = (payload.double(at: 16).ifFinite, payload.double(at: 24).ifFinite)
    (ellipsoidalHeight, geoidSeparation) = (float(32), float(36))
    (horizontalVariance, verticalVariance) = (float(40), float(44))
    (northSpeed, eastSpeed, upwardSpeed) = (float(48), float(52), float(56))
    (speed, course) = (float(64), float(68))
    (speedVariance, courseVariance) = (float(72), float(76))
  }
}

/// NAV2-PVH, of the second generation: position and velocity.
///
///     TOW week fix vel … used … lon lat height separation vE vN vU 3D 2D course hAcc vAcc sAcc cAcc
///     0   4    8   9     12     24  32  40     44         48 52 56 60 64 68     72   76   80   84
struct CASIC2Position: CASICMessage {
  /// Milliseconds of the GPS week.
  var timeOfWeek: Int32
  var week: UInt16
  var fix: CASICValidity
  var velocity: CASICValidity
  var satellitesUsed: UInt8
  var latitude: Double?
  var longitude: Double?
  var ellipsoidalHeight: Double?
  /// Height of the geoid above the ellipsoid.
  var geoidSeparation: Double?
  var eastSpeed: Double?
  var northSpeed: Double?
  var upwardSpeed: Double?
  var speed: Double?
  var course: Double?
  /// Meters, meters per second and degrees.
  var horizontalAccuracy: Double?
  var verticalAccuracy: Double?
  var speedAccuracy: Double?
  var courseAccuracy: Double?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 88 else { return nil }
    func float(_ offset: Int) -> Double? { payload.float(at: offset).ifFinite }
    (timeOfWeek, week) = (payload.integer(at: 0), payload.integer(at: 4))
    (fix, velocity) = (CASICValidity(payload.byte(at: 8)), CASICValidity(payload.byte(at: 9)))
    satellitesUsed = payload.byte(at: 12)
    (longitude, latitude) = (payload.double(at: 24).ifFinite, payload.double(at: 32).ifFinite)
    (ellipsoidalHeight, geoidSeparation) = (float(40), float(44))
    (eastSpeed, northSpeed, upwardSpeed) = (float(48), float(52), float(56))
    (speed, course) = (float(64), float(68))
    (horizontalAccuracy, verticalAccuracy) = (float(72), float(76))
    (speedAccuracy, courseAccuracy) = (float(80), float(84))
  }
}

/// NAV-SOL, of the first generation: position and velocity in three coordinates.
///
/// NAV-TIMEUTC has its time: with GLONASS, week and time of the week are of another epoch.
///
///     runTime posValid velValid source … numSV … week TOW X  Y  Z  pAcc vX vY vZ sAcc PDOP
///     0       4        5        6        8       14   16  24 32 40 48   52 56 60 64   68
struct CASICSolution: CASICMessage {
  /// Milliseconds since the start.
  var runTime: UInt32
  var validity: CASICValidity
  var velocityValidity: CASICValidity
  var satellitesUsed: UInt8
  /// Meters.
  var position: EarthVector
  /// Meters per second.
  var velocity: EarthVector
  var pdop: Double?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 72 else { return nil }
    runTime = payload.integer(at: 0)
    validity = CASICValidity(payload.byte(at: 4))
    velocityValidity = CASICValidity(payload.byte(at: 5))
    satellitesUsed = payload.byte(at: 8)
    guard let position = payload.doubles(at: 24), let velocity = payload.floats(at: 52) else {
      return nil
    }
    (self.position, self.velocity) = (position, velocity)
    pdop = payload.float(at: 68).ifFinite
  }
}

/// NAV2-SOL, of the second generation: position in three coordinates.
///
///     TOW week fix … used … X  Y  Z  …
///     0   4    8     12     24 32 40
struct CASIC2Solution: CASICMessage {
  /// Milliseconds of the GPS week.
  var timeOfWeek: Int32
  var week: UInt16
  var fix: CASICValidity
  var position: EarthVector

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 72, let position = payload.doubles(at: 24) else { return nil }
    (timeOfWeek, week) = (payload.integer(at: 0), payload.integer(at: 4))
    (fix, self.position) = (CASICValidity(payload.byte(at: 8)), position)
  }
}

extension RawSpan {
  /// Returns three numbers of eight bytes each; `nil` if one is none.
  fileprivate func doubles(at offset: Int) -> EarthVector? {
    guard let x = double(at: offset).ifFinite, let y = double(at: offset + 8).ifFinite,
      let z = double(at: offset + 16).ifFinite
    else { return nil }
    return EarthVector(x: x, y: y, z: z)
  }

  /// Returns three numbers of four bytes each; `nil` if one is none.
  fileprivate func floats(at offset: Int) -> EarthVector? {
    guard let x = float(at: offset).ifFinite, let y = float(at: offset + 4).ifFinite,
      let z = float(at: offset + 8).ifFinite
    else { return nil }
    return EarthVector(x: x, y: y, z: z)
  }
}
