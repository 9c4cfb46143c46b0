// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// PVTGeodetic: position, velocity and time; EndOfPVT ends its epoch.
///
///     mode error lat lon height undulation vn ve vu COG clock bias drift system datum NrSV … ReferenceID MeanCorrAge …
///     14   15    16  24  32     40         44 48 52 56  60         68    72     73    74     76          78
///     … HAccuracy VAccuracy
///       90        92
struct PVTGeodetic: SBFBlock {
  var solution: PVTSolution
  /// Degrees; radians in the block.
  var latitude: Double?
  var longitude: Double?
  var ellipsoidalHeight: Double?
  var northSpeed: Double?
  var eastSpeed: Double?
  var upwardSpeed: Double?

  init?(_ block: RawSpan) {
    guard let solution = PVTSolution(block) else { return nil }
    self.solution = solution
    latitude = block.knownDouble(at: 16).map { $0 * 180 / .pi }
    longitude = block.knownDouble(at: 24).map { $0 * 180 / .pi }
    ellipsoidalHeight = block.knownDouble(at: 32)
    (northSpeed, eastSpeed) = (block.knownFloat(at: 44), block.knownFloat(at: 48))
    upwardSpeed = block.knownFloat(at: 52)
  }

  private enum Name: CodingKey {
    case latitude, longitude, ellipsoidalHeight, northSpeed, eastSpeed, upwardSpeed
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Name.self)
    try object.encodeIfPresent(latitude, forKey: .latitude)
    try object.encodeIfPresent(longitude, forKey: .longitude)
    try object.encodeIfPresent(ellipsoidalHeight, forKey: .ellipsoidalHeight)
    try object.encodeIfPresent(northSpeed, forKey: .northSpeed)
    try object.encodeIfPresent(eastSpeed, forKey: .eastSpeed)
    try object.encodeIfPresent(upwardSpeed, forKey: .upwardSpeed)
    try solution.encode(to: encoder)
  }
}

/// PVTCartesian: the same in three coordinates from the center of the Earth; otherwise as ``PVTGeodetic``.
///
///     mode error X  Y  Z  undulation vx vy vz …
///     14   15    16 24 32 40         44 48 52
struct PVTCartesian: SBFBlock {
  var solution: PVTSolution
  /// Meters.
  var position: EarthVector?
  /// Meters per second.
  var velocity: EarthVector?

  init?(_ block: RawSpan) {
    guard let solution = PVTSolution(block) else { return nil }
    self.solution = solution
    if let x = block.knownDouble(at: 16), let y = block.knownDouble(at: 24),
      let z = block.knownDouble(at: 32)
    {
      position = EarthVector(x: x, y: y, z: z)
    }
    if let x = block.knownFloat(at: 44), let y = block.knownFloat(at: 48),
      let z = block.knownFloat(at: 52)
    {
      velocity = EarthVector(x: x, y: y, z: z)
    }
  }

  private enum Name: CodingKey { case position, velocity }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Name.self)
    try object.encodeIfPresent(position, forKey: .position)
    try object.encodeIfPresent(velocity, forKey: .velocity)
    try solution.encode(to: encoder)
  }
}

/// What both blocks have in common.
struct PVTSolution: Encodable, Sendable {
  /// 0 none, 1 stand-alone, 2 differential, 3 entered, 4 and 5 RTK fixed and float, 6 SBAS, 7 and 8 the same of RTK with a moving
  /// base, 10 PPP.
  var type: UInt8
  var isTwoDimensional: Bool
  /// Why there is no position; 0 if there is one.
  var error: UInt8
  /// Height of the geoid above the ellipsoid, meters.
  var geoidSeparation: Double?
  /// Degrees from true north; `nil` at rest.
  var course: Double?
  var satellitesUsed: Int?
  var station: Int?
  /// Of the corrections, seconds.
  var correctionAge: Double?
  /// Twice the root mean square distance (2DRMS), meters.
  var horizontalAccuracy: Double?
  /// Two standard deviations, meters.
  var verticalAccuracy: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 76 else { return nil }
    let mode = block.byte(at: 14)
    (type, isTwoDimensional) = (mode & 15, mode & 0x80 != 0)
    error = block.byte(at: 15)
    (geoidSeparation, course) = (block.knownFloat(at: 40), block.knownFloat(at: 56))
    satellitesUsed = block.known(UInt8.self, at: 74).map(Int.init)
    station = block.known(UInt16.self, at: 76).map(Int.init)
    correctionAge = block.known(UInt16.self, at: 78).map { Double($0) / 100 }
    horizontalAccuracy = block.known(UInt16.self, at: 90).map { Double($0) / 100 }
    verticalAccuracy = block.known(UInt16.self, at: 92).map { Double($0) / 100 }
  }

  /// Whether there is a position.
  var isFix: Bool { error == 0 && quality != nil }

  /// How the position was obtained; `nil` if there is none.
  ///
  /// A PPP that has not converged yet is not told apart.
  var quality: FixQuality? {
    switch type {
    case 1: .autonomous
    case 2, 6: .differential
    case 3: .manual
    case 4, 7: .rtkFixed
    case 5, 8: .rtkFloat
    case 10: .precise
    default: nil
    }
  }
}

/// EndOfPVT: all blocks about an instant have come.
struct EndOfPVT: SBFBlock {
  init?(_ block: RawSpan) {
    guard block.byteCount >= 14 else { return nil }
  }
}

/// DOP: dilutions of precision, in hundredths, of which 0 means unknown.
///
///     NrSV … PDOP TDOP HDOP VDOP
///     14     16   18   20   22
struct DOPBlock: SBFBlock {
  var satellites: UInt8?
  var pdop: Double?
  var tdop: Double?
  var hdop: Double?
  var vdop: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 24 else { return nil }
    satellites = block.known(at: 14)
    (pdop, tdop) = (Self.dilution(block, at: 16), Self.dilution(block, at: 18))
    (hdop, vdop) = (Self.dilution(block, at: 20), Self.dilution(block, at: 22))
  }

  private static func dilution(_ block: RawSpan, at offset: Int) -> Double? {
    let hundredths: UInt16 = block.integer(at: offset)
    return hundredths == 0 ? nil : Double(hundredths) / 100
  }
}
