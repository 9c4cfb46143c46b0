// Core Location for Linux. SPDX-License-Identifier: MIT
// What each log says about its instant. Several logs contain other solutions of the same instant, which do not replace the best.

import NMEA0183
import UBX

extension InstantReport {
  private enum Kind: UInt8 {
    case best, other, earth, all, velocity, otherVelocity, dilutions, inertial
  }

  init(_ log: PositionLog, _ name: String) {
    let isBest = name.hasPrefix("BEST")
    self.init(kind: (isBest ? Kind.best : .other).rawValue, rank: isBest ? 9 : 7)
    weight = isBest ? 9 : 5
    isWholeSolution = true
    position = Coordinate(onEarth: log.latitude, log.longitude)
    judge(log.solutionStatus, log.positionType)
    (altitude, geoidSeparation) = (log.altitude, log.undulation)
    setDeviations(
      log.latitudeDeviation, log.longitudeDeviation, height: log.altitudeDeviation)
    satellitesUsed = log.satellitesUsed
    if quality != .autonomous { differentialAge = log.age }
    differentialStation = log.station.flatMap { Int($0) }
    guard log.velocityStatus?.isComputed == true, log.velocityType?.name != "NONE" else { return }
    (motion.speed, motion.course) = (log.speed, log.course)
    (motion.verticalSpeed, errors.speed) = (log.verticalSpeed, log.speedDeviation)
  }

  init(_ log: EarthPositionLog) {
    self.init(kind: Kind.earth.rawValue, rank: 8)
    (weight, isWholeSolution) = (8, true)
    let place = EarthVector(x: log.x, y: log.y, z: log.z).place
    (position, ellipsoidalAltitude) = (place.map(Coordinate.init), place?.height)
    judge(log.solutionStatus, log.positionType)
    satellitesUsed = log.satellitesUsed
    guard log.velocityStatus?.isComputed == true, let x = log.velocityX, let y = log.velocityY,
      let z = log.velocityZ
    else { return }
    motion.velocity = EarthVector(x: x, y: y, z: z)
  }

  init(_ log: PVTSLN) {
    self.init(kind: Kind.all.rawValue, rank: 8)
    (weight, isWholeSolution) = (8, true)
    position = Coordinate(onEarth: log.latitude, log.longitude)
    // It has no status: without a solution, the type is NONE.
    judge(SolutionState("SOL_COMPUTED"), log.positionType)
    (altitude, geoidSeparation) = (log.altitude, log.undulation)
    setDeviations(
      log.latitudeDeviation, log.longitudeDeviation, height: log.altitudeDeviation)
    satellitesUsed = log.satellitesUsed
    if quality != .autonomous { differentialAge = log.age }
    if let north = log.northSpeed, let east = log.eastSpeed {
      motion.set(north: north, east: east, up: log.upwardSpeed)
    }
    (dilution.position, dilution.horizontal) = (log.pdop, log.hdop)
  }

  init(_ log: VelocityLog, _ name: String) {
    let isBest = name == "BESTVEL"
    self.init(kind: (isBest ? Kind.velocity : .otherVelocity).rawValue, rank: isBest ? 9 : 7)
    guard log.solutionStatus.isComputed, log.velocityType.name != "NONE" else { return }
    (motion.speed, motion.course) = (log.speed, log.course)
    motion.verticalSpeed = log.verticalSpeed
  }

  init(_ log: STADOP) {
    self.init(kind: Kind.dilutions.rawValue, rank: 9)
    (dilution.position, dilution.horizontal) = (log.pdop, log.hdop)
    dilution.vertical = log.vdop
  }

  init(_ log: PSRDOP) {
    self.init(kind: Kind.dilutions.rawValue, rank: 9)
    (dilution.position, dilution.horizontal) = (log.pdop, log.hdop)
    dilution.vertical = log.vdop
  }

  init(_ log: INSPVA) {
    self.init(
      inertial: Coordinate(onEarth: log.latitude, log.longitude), log.status,
      (log.northSpeed, log.eastSpeed, log.upwardSpeed))
    ellipsoidalAltitude = log.ellipsoidalAltitude
    // It does not say with what the system is aided, only that it is not.
    if log.status.isUnaided { quality = .estimated }
  }

  init(_ log: INSPVAX) {
    self.init(
      inertial: Coordinate(onEarth: log.latitude, log.longitude), log.status,
      (log.northSpeed, log.eastSpeed, log.upwardSpeed))
    (altitude, geoidSeparation) = (log.altitude, log.undulation)
    setDeviations(
      log.latitudeDeviation, log.longitudeDeviation, height: log.altitudeDeviation)
    quality = log.status.isUnaided ? .estimated : log.positionType.quality
  }

  private init(
    inertial position: Coordinate?, _ status: InertialState,
    _ velocity: (north: Double?, east: Double?, up: Double?)
  ) {
    self.init(kind: Kind.inertial.rawValue, rank: 7)
    (weight, isWholeSolution) = (5, true)
    self.position = position
    verdict = status.hasPosition && position != nil ? .fix : .noFix
    mode = .threeDimensional
    if let north = velocity.north, let east = velocity.east {
      motion.set(north: north, east: east, up: velocity.up)
    }
  }

  private mutating func judge(_ status: SolutionState, _ type: SolutionType) {
    let isFix = status.isComputed && type.quality != nil && position != nil
    verdict = isFix ? .fix : .noFix
    quality = type.quality
    mode = type.isTwoDimensional ? .twoDimensional : .threeDimensional
  }
}
