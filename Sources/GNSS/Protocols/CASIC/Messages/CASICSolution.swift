// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

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
