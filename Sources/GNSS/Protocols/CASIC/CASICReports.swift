// Core Location for Linux. SPDX-License-Identifier: MIT

// What each message says about its instant.

import NMEA0183
import UBX

extension InstantReport {
  private enum Kind: UInt8 {
    case position, solution, dilutions
  }

  init(_ message: CASICPosition) {
    self.init(kind: Kind.position.rawValue, rank: 9)
    position = Coordinate(onEarth: message.latitude, message.longitude)
    judge(message.position, quality: message.position.firstQuality)
    (ellipsoidalAltitude, geoidSeparation) = (message.ellipsoidalHeight, message.geoidSeparation)
    dilution.position = message.pdop
    satellitesUsed = Int(message.satellitesUsed)
    setErrors(message.horizontalVariance?.root, message.verticalVariance?.root)
    guard message.velocity.isFix else { return }
    (motion.speed, motion.course) = (message.speed, message.course)
    motion.verticalSpeed = message.upwardSpeed
    (errors.speed, errors.course) = (message.speedVariance?.root, message.courseVariance?.root)
  }

  init(_ message: CASIC2Position) {
    self.init(kind: Kind.position.rawValue, rank: 9)
    position = Coordinate(onEarth: message.latitude, message.longitude)
    judge(message.fix, quality: message.fix.secondQuality)
    (ellipsoidalAltitude, geoidSeparation) = (message.ellipsoidalHeight, message.geoidSeparation)
    satellitesUsed = Int(message.satellitesUsed)
    setErrors(message.horizontalAccuracy, message.verticalAccuracy)
    guard message.velocity.isFix else { return }
    (motion.speed, motion.course) = (message.speed, message.course)
    motion.verticalSpeed = message.upwardSpeed
    (errors.speed, errors.course) = (message.speedAccuracy, message.courseAccuracy)
  }

  init(_ message: CASICSolution) {
    self.init(kind: Kind.solution.rawValue, rank: 8)
    weight = 8
    let place = message.position.place
    position = place.map(Coordinate.init)
    judge(message.validity, quality: message.validity.firstQuality)
    ellipsoidalAltitude = place?.height
    dilution.position = message.pdop
    satellitesUsed = Int(message.satellitesUsed)
    if message.velocityValidity.isFix { motion.velocity = message.velocity }
  }

  init(_ message: CASIC2Solution) {
    self.init(kind: Kind.solution.rawValue, rank: 8)
    weight = 8
    let place = message.position.place
    position = place.map(Coordinate.init)
    judge(message.fix, quality: message.fix.secondQuality)
    ellipsoidalAltitude = place?.height
  }

  init(_ message: CASICDilutions) {
    self.init(kind: Kind.dilutions.rawValue, rank: 9)
    (dilution.position, dilution.horizontal) = (message.pdop, message.hdop)
    dilution.vertical = message.vdop
  }

  init(_ message: CASIC2Dilutions) {
    self.init(kind: Kind.dilutions.rawValue, rank: 9)
    (dilution.position, dilution.horizontal) = (message.pdop, message.hdop)
    dilution.vertical = message.vdop
  }

  private mutating func judge(_ validity: CASICValidity, quality: FixQuality?) {
    isWholeSolution = true
    verdict = validity.isFix && position != nil ? .fix : .noFix
    (mode, self.quality) = (validity.mode, quality)
  }

  /// Sets the receiver's own estimates, of which the horizontal one is taken to be a root mean square distance.
  private mutating func setErrors(_ horizontal: Double?, _ vertical: Double?) {
    errors.horizontal = horizontal.map { $0 * ErrorEllipse.radiusPerDistance }
    errors.vertical = vertical
  }
}

extension Double {
  /// The square root; `nil` of a negative number.
  fileprivate var root: Double? { self >= 0 ? squareRoot() : nil }
}
