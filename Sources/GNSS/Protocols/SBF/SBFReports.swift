// Core Location for Linux. SPDX-License-Identifier: MIT

// What each block says about its instant: first PVTGeodetic, then PVTCartesian; errors first by the covariances.

import NMEA0183
import UBX

extension InstantReport {
  private enum Kind: UInt8 {
    case geodetic, cartesian, position, velocity, dilutions
  }

  init(_ block: PVTGeodetic) {
    self.init(kind: Kind.geodetic.rawValue, rank: 9)
    let place = Coordinate(onEarth: block.latitude, block.longitude)
    judge(block.solution, place)
    ellipsoidalAltitude = block.ellipsoidalHeight
    guard let north = block.northSpeed, let east = block.eastSpeed else { return }
    motion.set(north: north, east: east, up: block.upwardSpeed)
    motion.course = block.solution.course
  }

  init(_ block: PVTCartesian) {
    self.init(kind: Kind.cartesian.rawValue, rank: 8)
    weight = 8
    let place = block.position?.place
    judge(block.solution, place.map(Coordinate.init))
    (ellipsoidalAltitude, motion.velocity) = (place?.height, block.velocity)
  }

  init(positionErrors block: Covariances) {
    self.init(kind: Kind.position.rawValue, rank: 10)
    setDeviations(block.axes?.0, block.axes?.1, height: block.upDeviation)
  }

  init(velocityErrors block: Covariances) {
    self.init(kind: Kind.velocity.rawValue, rank: 9)
    errors.speed = block.horizontalDeviation
  }

  init(_ block: DOPBlock) {
    self.init(kind: Kind.dilutions.rawValue, rank: 9)
    (dilution.position, dilution.horizontal) = (block.pdop, block.hdop)
    dilution.vertical = block.vdop
  }

  private mutating func judge(_ solution: PVTSolution, _ place: Coordinate?) {
    isWholeSolution = true
    position = place
    verdict = solution.isFix && place != nil ? .fix : .noFix
    quality = solution.quality
    mode = solution.isTwoDimensional ? .twoDimensional : .threeDimensional
    geoidSeparation = solution.geoidSeparation
    satellitesUsed = solution.satellitesUsed
    if quality != .autonomous {
      (differentialAge, differentialStation) = (solution.correctionAge, solution.station)
    }
    // Twice the root mean square distance, and two standard deviations.
    errors.horizontal = solution.horizontalAccuracy.map { $0 / 2 * ErrorEllipse.radiusPerDistance }
    errors.vertical = solution.verticalAccuracy.map { $0 / 2 }
  }
}

extension SatellitesInView {
  init(_ block: ChannelStatus) {
    for element in block.satellites {
      guard let satellite = SatelliteID(septentrio: element.number) else { continue }
      var shown = SatelliteInView(satellite)
      (shown.azimuth, shown.elevation) = (element.azimuth, element.elevation)
      satellites.append(shown)
      if element.isUsed { used.insert(satellite) }
    }
  }
}

extension SatelliteInView {
  init?(_ element: MeasEpoch.Signal) {
    guard let satellite = SatelliteID(septentrio: element.satellite) else { return nil }
    self.init(satellite)
    signal = Self.signals[element.signal]
    carrierToNoise = element.carrierToNoise.map { Float($0) }
  }

  /// The numbers that NMEA 4.11 gives to Septentrio's signals.
  private static let signals: [UInt8: UInt8] = [
    // GPS: L1 C/A, L1 P, L2 P, L2C, L5, L1C.
    0: 1, 1: 2, 2: 4, 3: 6, 4: 8, 5: 9,
    // QZSS: L1 C/A, L2C, L5, L1C, L1S.
    6: 1, 7: 6, 26: 8, 32: 3, 33: 4,
    // GLONASS: L1 C/A, L1 P, L2 P, L2 C/A.
    8: 1, 9: 2, 10: 4, 11: 3,
    // BeiDou: B1C, B2a, B1I, B2I, B3I, B2b.
    13: 3, 14: 5, 28: 1, 29: 11, 30: 8, 34: 6,
    // NavIC L5; Galileo: E1, E6, E5a, E5b, E5; SBAS: L1, L5.
    15: 1, 17: 7, 19: 5, 20: 1, 21: 2, 22: 3, 24: 1, 25: 2,
  ]
}

extension SatelliteID {
  /// Creates the satellite with a number among those of all systems; `nil` for a geostationary one that sends corrections, and
  /// for an unknown one.
  init?(septentrio number: UInt8) {
    let number = UInt16(number)
    switch number {
    case 1...37: self.init(system: .gps, number: number)
    case 38...61: self.init(system: .glonass, number: number - 37)
    case 63...68: self.init(system: .glonass, number: number - 38)
    case 71...106: self.init(system: .galileo, number: number - 70)
    // As in NMEA 0183, the number of the code minus 87.
    case 120...140: self.init(system: .sbas, number: number - 87)
    case 141...180: self.init(system: .beiDou, number: number - 140)
    case 181...190: self.init(system: .qzss, number: number - 180)
    case 191...197: self.init(system: .navIC, number: number - 190)
    case 198...215: self.init(system: .sbas, number: number - 57 - 87)
    case 216...222: self.init(system: .navIC, number: number - 208)
    case 223...245: self.init(system: .beiDou, number: number - 182)
    default: return nil
    }
  }
}
