// Core Location for Linux. SPDX-License-Identifier: MIT
// What each kind of frame contributes to an epoch. Frames have more digits than sentences, and rank above them: first
// NAV-HPPOSLLH, then NAV-PVT, then the messages of older receivers.

import NMEA0183
import UBX

extension Epoch {
  mutating func add(_ message: NAVPVT) {
    guard claim(message.isFixOK, message.solution), !message.isPositionInvalid else { return }
    position.offer(Coordinate(onEarth: message.latitude, message.longitude), rank: 9)
    offer(altitude: message.altitude, aboveEllipsoid: message.ellipsoidalHeight, rank: 9)
    errors.offer(
      horizontal: message.horizontalAccuracy, vertical: message.verticalAccuracy, rank: 9)
    offer(speed: message.speed, accuracy: message.speedAccuracy, rank: 9)
    offer(
      course: message.course, accuracy: message.courseAccuracy, atSpeed: message.speed, rank: 9)
    verticalSpeed = -message.downwardSpeed
    frameQuality.offer(
      FixQuality(message.solution, message.carrier, message.isDifferential), rank: 9)
    offer(pdop: message.pdop, satellites: message.satellitesUsed)
  }

  mutating func add(_ message: NAVSOL) {
    guard claim(message.isFixOK, message.solution), let place = message.position.place else {
      return
    }
    offer(place, rank: 6)
    offer(message.velocity, accuracy: message.speedAccuracy)
    frameQuality.offer(FixQuality(message.solution, .none, message.isDifferential), rank: 6)
    offer(pdop: message.pdop, satellites: message.satellitesUsed)
  }

  mutating func add(_ message: NAVSTATUS) {
    guard claim(message.isFixOK, message.solution) else { return }
    let saysCarrier = message.isCarrierValid || message.carrier != .none
    frameQuality.offer(
      FixQuality(message.solution, message.carrier, message.isDifferential),
      rank: saysCarrier ? Self.rankWithCarrier : 7)
  }

  mutating func add(_ message: NAVHPPOSLLH) {
    guard !message.isPositionInvalid else { return }
    claims.insert(.unconfirmedPosition)
    position.offer(Coordinate(onEarth: message.latitude, message.longitude), rank: 10)
    offer(altitude: message.altitude, aboveEllipsoid: message.ellipsoidalHeight, rank: 10)
    errors.offer(
      horizontal: message.horizontalAccuracy, vertical: message.verticalAccuracy, rank: 10)
  }

  mutating func add(_ message: NAVPOSLLH) {
    claims.insert(.unconfirmedPosition)
    position.offer(Coordinate(onEarth: message.latitude, message.longitude), rank: 8)
    offer(altitude: message.altitude, aboveEllipsoid: message.ellipsoidalHeight, rank: 8)
    errors.offer(
      horizontal: message.horizontalAccuracy, vertical: message.verticalAccuracy, rank: 8)
  }

  mutating func add(_ message: NAVPOSECEF) {
    guard let place = message.position.place else { return }
    claims.insert(.unconfirmedPosition)
    offer(place, rank: 6)
  }

  mutating func add(_ message: NAVVELNED) {
    offer(speed: message.speed, accuracy: message.speedAccuracy, rank: 8)
    offer(
      course: message.course, accuracy: message.courseAccuracy, atSpeed: message.speed, rank: 8)
    verticalSpeed = verticalSpeed ?? -message.downwardSpeed
  }

  mutating func add(_ message: NAVVELECEF) {
    offer(message.velocity, accuracy: message.speedAccuracy)
  }

  mutating func add(_ message: NAVDOP) {
    horizontalDilution.offer(known(message.hdop), rank: 9)
    verticalDilution = known(message.vdop) ?? verticalDilution
    positionDilution = known(message.pdop) ?? positionDilution
  }

  // MARK: - Parts

  /// Notes whether the receiver calls its solution a fix, and returns that.
  private mutating func claim(_ isFixOK: Bool, _ solution: SolutionKind) -> Bool {
    isJudged = true
    // A base station solves for the time, which says nothing about a position that sentences state.
    if solution == .timeOnly { return false }
    let isFix = isFixOK && solution.hasPosition
    claims.insert(isFix ? .validFrame : .invalidFrame)
    switch solution {
    case .twoDimensional where isFix: mode = .twoDimensional
    case .threeDimensional where isFix, .combined where isFix: mode = .threeDimensional
    default: break
    }
    return isFix
  }

  private mutating func offer(altitude: Double, aboveEllipsoid height: Double, rank: UInt8) {
    self.altitude.offer(altitude, rank: rank)
    geoidSeparation.offer(height - altitude, rank: rank)
  }

  private mutating func offer(_ place: EarthVector.Place, rank: UInt8) {
    position.offer(Coordinate(place), rank: rank)
    ellipsoidalAltitude = ellipsoidalAltitude ?? place.height
  }

  private mutating func offer(speed: Double, accuracy: Double, rank: UInt8) {
    self.speed.offer(speed < 0 ? nil : speed, rank: rank)
    errors.speed.offer(accuracy, from: .ubloxFrame, rank: rank)
  }

  /// Offers a course, unless it is that of noise: frames have one at rest, too.
  private mutating func offer(
    course: Double, accuracy: Double, atSpeed speed: Double, rank: UInt8
  ) {
    guard speed >= 0.5, accuracy < 30 else { return }
    self.course.offer(normalized(course < 0 ? course + 360 : course), rank: rank)
    errors.course.offer(accuracy, from: .ubloxFrame, rank: rank)
  }

  /// Offers a velocity in ECEF, which says nothing about how accurate the course is.
  private mutating func offer(_ velocity: EarthVector, accuracy: Double) {
    guard let place = position.value else { return }
    let (north, east, up) = velocity.velocity(at: place)
    let speed = (north * north + east * east).squareRoot()
    offer(speed: speed, accuracy: accuracy, rank: 4)
    verticalSpeed = verticalSpeed ?? up
    guard speed >= 0.5 else { return }
    let degrees = Double.arcTangent(east, north) * 180 / .pi
    course.offer(normalized(degrees < 0 ? degrees + 360 : degrees), rank: 4)
  }

  private mutating func offer(pdop: Double, satellites: UInt8) {
    positionDilution = known(pdop) ?? positionDilution
    satellitesSolved = Int(satellites)
  }
}

extension Coordinate {
  /// Creates a coordinate; `nil` if there is no such place.
  ///
  /// A frame with a valid checksum may contain any number.
  init?(onEarth latitude: Double, _ longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.init(latitude, longitude)
  }
}

extension ClaimedErrors {
  /// Adds the receiver's own estimates.
  fileprivate mutating func offer(horizontal: Double, vertical: Double, rank: UInt8) {
    let radius = horizontal * ErrorEllipse.radiusPerDistance
    self.horizontal.offer(radius, from: .ubloxFrame, rank: rank)
    self.vertical.offer(vertical, from: .ubloxFrame, rank: rank)
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
