// Core Location for Linux. SPDX-License-Identifier: MIT
// What each kind of frame says about its instant: first NAV-HPPOSLLH, then NAV-PVT, then the messages of older receivers.

import NMEA0183
import UBX

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
