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
