// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

// What each kind of frame says about its instant: first NAV-HPPOSLLH, then NAV-PVT, then the messages of older receivers.

extension InstantReport {
  private enum Kind: UInt8 {
    case pvt, sol, status, dilutions
    case highPrecision, position, earthPosition
    case velocity, earthVelocity
  }

  private init(_ kind: Kind, rank: UInt8) {
    self.init(kind: kind.rawValue, rank: rank)
    errors.source = .ubloxFrame
  }

  init(_ message: NAVPVT) {
    self.init(.pvt, rank: 9)
    isWholeSolution = true
    judge(message.isFixOK, message.solution)
    guard verdict == .fix, !message.isPositionInvalid else { return }
    position = Coordinate(onEarth: message.latitude, message.longitude)
    (altitude, ellipsoidalAltitude) = (message.altitude, message.ellipsoidalHeight)
    setErrors(message.horizontalAccuracy, message.verticalAccuracy)
    (motion.speed, motion.course) = (message.speed, message.course)
    motion.verticalSpeed = -message.downwardSpeed
    (errors.speed, errors.course) = (message.speedAccuracy, message.courseAccuracy)
    quality = FixQuality(message.solution, message.carrier, message.isDifferential)
    dilution.position = message.pdop
    satellitesUsed = Int(message.satellitesUsed)
  }

  init(_ message: NAVSOL) {
    self.init(.sol, rank: 6)
    isWholeSolution = true
    judge(message.isFixOK, message.solution)
    guard verdict == .fix, let place = message.position.place else { return }
    (position, ellipsoidalAltitude) = (Coordinate(place), place.height)
    (motion.velocity, errors.speed) = (message.velocity, message.speedAccuracy)
    quality = FixQuality(message.solution, .none, message.isDifferential)
    dilution.position = message.pdop
    satellitesUsed = Int(message.satellitesUsed)
  }

  init(_ message: NAVSTATUS) {
    let saysCarrier = message.isCarrierValid || message.carrier != .none
    self.init(.status, rank: saysCarrier ? 8 : 7)
    judge(message.isFixOK, message.solution)
    quality = FixQuality(message.solution, message.carrier, message.isDifferential)
  }

  init(_ message: NAVHPPOSLLH) {
    self.init(.highPrecision, rank: 10)
    guard !message.isPositionInvalid else { return }
    verdict = .unconfirmed
    position = Coordinate(onEarth: message.latitude, message.longitude)
    (altitude, ellipsoidalAltitude) = (message.altitude, message.ellipsoidalHeight)
    setErrors(message.horizontalAccuracy, message.verticalAccuracy)
  }

  init(_ message: NAVPOSLLH) {
    self.init(.position, rank: 8)
    verdict = .unconfirmed
    position = Coordinate(onEarth: message.latitude, message.longitude)
    (altitude, ellipsoidalAltitude) = (message.altitude, message.ellipsoidalHeight)
    setErrors(message.horizontalAccuracy, message.verticalAccuracy)
  }

  init(_ message: NAVPOSECEF) {
    self.init(.earthPosition, rank: 6)
    guard let place = message.position.place else { return }
    verdict = .unconfirmed
    (position, ellipsoidalAltitude) = (Coordinate(place), place.height)
  }

  init(_ message: NAVVELNED) {
    self.init(.velocity, rank: 8)
    (motion.speed, motion.course) = (message.speed, message.course)
    motion.verticalSpeed = -message.downwardSpeed
    (errors.speed, errors.course) = (message.speedAccuracy, message.courseAccuracy)
  }

  init(_ message: NAVVELECEF) {
    self.init(.earthVelocity, rank: 6)
    (motion.velocity, errors.speed) = (message.velocity, message.speedAccuracy)
  }

  init(_ message: NAVDOP) {
    self.init(.dilutions, rank: 9)
    dilution.position = message.pdop
    (dilution.horizontal, dilution.vertical) = (message.hdop, message.vdop)
  }

  // MARK: - Parts

  private mutating func judge(_ isFixOK: Bool, _ solution: SolutionKind) {
    // A base station solves for the time, which says nothing about a position that sentences state.
    guard solution != .timeOnly else {
      verdict = .timeOnly
      return
    }
    verdict = isFixOK && solution.hasPosition ? .fix : .noFix
    switch solution {
    case .twoDimensional: mode = .twoDimensional
    case .threeDimensional, .combined: mode = .threeDimensional
    default: break
    }
  }

  /// Sets the receiver's own estimates: the horizontal one is a root mean square distance.
  private mutating func setErrors(_ horizontal: Double, _ vertical: Double) {
    errors.horizontal = horizontal * ErrorEllipse.radiusPerDistance
    errors.vertical = vertical
  }
}

extension FixQuality {
  fileprivate init(_ solution: SolutionKind, _ carrier: CarrierSolution, _ isDifferential: Bool) {
    switch carrier {
    case .fixed: self = .rtkFixed
    case .float: self = .rtkFloat
    case .none:
      self = solution == .deadReckoning ? .estimated : isDifferential ? .differential : .autonomous
    }
  }
}

extension SatellitesInView {
  init(_ message: NAVSAT) {
    for element in message.satellites {
      add(
        SatelliteID(ublox: element.system, element.number), element.elevation, element.azimuth,
        element.carrierToNoise, isUsed: element.isUsed)
    }
  }

  init(_ message: NAVSVINFO) {
    for element in message.satellites {
      add(
        SatelliteID(ublox: element.number), element.elevation, element.azimuth,
        element.carrierToNoise, isUsed: element.isUsed)
    }
  }

  private mutating func add(
    _ satellite: SatelliteID, _ elevation: Int8?, _ azimuth: Int16?, _ carrierToNoise: UInt8,
    isUsed: Bool
  ) {
    var element = SatelliteInView(satellite)
    element.elevation = elevation
    element.azimuth = azimuth.flatMap { (0...360).contains($0) ? UInt16($0 % 360) : nil }
    element.carrierToNoise = carrierToNoise == 0 ? nil : Float(carrierToNoise)
    satellites.append(element)
    if isUsed { used.insert(satellite) }
  }

  /// Returns the number that NMEA 4.11 gives to a signal; `nil` for a signal that it does not number.
  fileprivate static func signal(_ number: UInt8, of system: SatelliteSystem) -> UInt8? {
    let numbers: [UInt8: UInt8] =
      switch system {
      case .gps: [0: 1, 3: 6, 4: 5, 6: 7, 7: 8]
      case .sbas, .navIC: [0: 1]
      case .galileo: [0: 7, 1: 7, 3: 1, 4: 1, 5: 2, 6: 2]
      case .beiDou: [0: 1, 1: 1, 2: 11, 3: 11, 5: 3, 6: 3, 7: 5, 8: 5]
      case .qzss: [0: 1, 1: 4, 4: 5, 5: 6, 8: 7, 9: 8]
      case .glonass: [0: 1, 2: 3]
      case .unknown: [:]
      }
    return numbers[number]
  }
}

extension SatelliteInView {
  init(_ element: NAVSIG.Signal) {
    self.init(SatelliteID(ublox: element.system, element.number))
    signal = SatellitesInView.signal(element.signal, of: satellite.system)
    carrierToNoise = element.carrierToNoise == 0 ? nil : Float(element.carrierToNoise)
  }
}

extension SatelliteID {
  /// Creates the satellite with a number in a system, as NAV-SAT has them.
  fileprivate init(ublox system: UInt8, _ number: UInt8) {
    let systems: [SatelliteSystem] = [
      .gps, .sbas, .galileo, .beiDou, .unknown, .qzss, .glonass, .navIC,
    ]
    let system = Int(system) < systems.count ? systems[Int(system)] : .unknown
    // As in NMEA 0183.
    let isCode = system == .sbas && number >= 120
    self.init(system: system, number: UInt16(isCode ? number - 87 : number))
  }

  /// Creates the satellite with a number among those of all systems, as NAV-SVINFO has them.
  fileprivate init(ublox number: UInt8) {
    let (system, first): (SatelliteSystem, UInt8) =
      switch number {
      case 1...32: (.gps, 1)
      case 65...96: (.glonass, 65)
      case 120...158: (.sbas, 88)
      case 193...202: (.qzss, 193)
      case 211...246: (.galileo, 211)
      case 33...64: (.beiDou, 28)
      case 159...163: (.beiDou, 159)
      default: (.unknown, 1)
      }
    self.init(system: system, number: UInt16(number) + 1 - UInt16(first))
  }
}
