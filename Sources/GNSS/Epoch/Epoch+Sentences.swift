// Core Location for Linux. SPDX-License-Identifier: MIT
// What each kind of sentence contributes to an epoch. Ranks: GGA and GNS give positions with the most decimals and are
// the only ones with an altitude; RMC ranks above VTG and GLL.

import NMEA0183

extension Epoch {
  mutating func add(_ message: GGA) {
    let quality = message.quality ?? .invalid
    guard quality.isValid else {
      // A number that nobody knows denies nothing.
      if quality == .invalid { claims.insert(.invalidGGA) }
      return
    }
    // Half a position does not deny one.
    guard let coordinate = Coordinate(message.latitude, message.longitude) else { return }
    claims.insert(.validGGA)
    position.offer(coordinate, rank: 5)
    altitude.offer(message.altitude, rank: 2)
    geoidSeparation.offer(message.geoidSeparation, rank: 2)
    self.quality.offer(quality == .novAtelAugmented ? .differential : quality, rank: 3)
    horizontalDilution.offer(known(message.hdop), rank: 2)
    countSatellites(message.satellitesUsed)
    differentialAge = differentialAge ?? message.differentialAge
    differentialStation = differentialStation ?? message.differentialStation.map(Int.init)
  }

  mutating func add(_ message: GNS) {
    guard let mode = message.modes.first(where: \.isValid),
      let coordinate = message.coordinate
    else { return }
    claims.insert(.validGNS)
    position.offer(coordinate, rank: 4)
    altitude.offer(message.altitude, rank: 1)
    geoidSeparation.offer(message.geoidSeparation, rank: 1)
    quality.offer(FixQuality(mode), rank: 2)
    horizontalDilution.offer(known(message.hdop), rank: 1)
    countSatellites(message.satellitesUsed)
    differentialAge = differentialAge ?? message.differentialAge
    differentialStation = differentialStation ?? message.differentialStation.map(Int.init)
  }

  mutating func add(_ message: RMC) {
    guard message.isValid else {
      // A mode that nobody knows denies nothing.
      if message.status?.isValid != true || message.mode == .invalid { claims.insert(.invalidRMC) }
      return
    }
    claims.insert(.validRMC)
    position.offer(Coordinate(message.latitude, message.longitude), rank: 2)
    speed.offer(metersPerSecond(knots: message.speedKnots), rank: 3)
    course.offer(normalized(message.course), rank: 3)
    quality.offer(message.mode.flatMap(FixQuality.init), rank: 1)
  }

  mutating func add(_ message: GLL) {
    guard let coordinate = message.coordinate else { return }
    claims.insert(.validGLL)
    position.offer(coordinate, rank: 1)
    quality.offer(message.mode.flatMap(FixQuality.init), rank: 1)
  }

  mutating func add(_ message: VTG) {
    guard message.mode?.isValid != false else { return }
    speed.offer(
      metersPerSecond(knots: message.speedKnots)
        ?? metersPerSecond(kilometersPerHour: message.speedKilometersPerHour), rank: 2)
    course.offer(normalized(message.course), rank: 2)
  }

  mutating func add(_ message: GSA) {
    // With mode 1 there is no solution that could have dimensions; a receiver of several systems may say so for one of
    // them.
    if let mode = message.mode, mode != .none {
      claims.insert(.validGSA)
      if mode.rawValue > self.mode?.rawValue ?? 0 { self.mode = mode }
    }
    horizontalDilution.offer(known(message.hdop), rank: 3)
    verticalDilution = verticalDilution ?? known(message.vdop)
    positionDilution = positionDilution ?? known(message.pdop)
    let named = SatelliteSystem(talker: message.talker, id: message.system)
    let numbers = message.satellites.span
    satellitesUsed.insert(count: numbers.count) {
      numbers[$0] == 0 ? nil : SatelliteID(number: numbers[$0], named: named)
    }
  }

  mutating func add(_ message: PUBX00) {
    guard let status = message.status, let coordinate = message.coordinate else { return }
    errors.add(message)
    position.offer(coordinate, rank: 3)
    ellipsoidalAltitude = message.ellipsoidalAltitude
    verticalSpeed = message.downwardSpeed.map { -$0 }
    speed.offer(metersPerSecond(kilometersPerHour: message.speedKilometersPerHour), rank: 1)
    course.offer(normalized(message.course), rank: 1)
    quality.offer(
      status.hasPrefix("D") && status != "DR"
        ? .differential : status == "DR" ? .estimated : .autonomous, rank: 1)
    horizontalDilution.offer(known(message.hdop), rank: 1)
    verticalDilution = verticalDilution ?? known(message.vdop)
    countSatellites(message.satellitesUsed)
  }

  mutating func add(_ message: PTNLGGK) {
    guard let quality = FixQuality(trimble: message.quality), let coordinate = message.coordinate
    else { return }
    position.offer(coordinate, rank: 3)
    ellipsoidalAltitude = ellipsoidalAltitude ?? message.ellipsoidalAltitude
    self.quality.offer(quality, rank: 2)
    countSatellites(message.satellitesUsed)
  }

  mutating func add(_ message: RMA) {
    guard message.status?.isValid == true else { return }
    position.offer(Coordinate(message.latitude, message.longitude), rank: 1)
    speed.offer(metersPerSecond(knots: message.speedKnots), rank: 1)
    course.offer(normalized(message.course), rank: 1)
  }

  private mutating func countSatellites(_ count: UInt16?) {
    guard let count else { return }
    satelliteCount = max(satelliteCount ?? 0, Int(count))
  }
}

// MARK: - From the wire to SI

/// Returns a dilution of precision; `nil` for 0 and for 99.99 and the like, which mean "unknown".
func known(_ dilution: Double?) -> Double? {
  guard let dilution, dilution > 0, dilution < 99 else { return nil }
  return dilution
}

private func metersPerSecond(knots: Double?) -> Double? {
  knots.flatMap { $0 >= 0 ? $0 * 1852 / 3600 : nil }
}

private func metersPerSecond(kilometersPerHour: Double?) -> Double? {
  kilometersPerHour.flatMap { $0 >= 0 ? $0 / 3.6 : nil }
}

/// Returns a direction in `0..<360`; `nil` if it is out of range.
func normalized(_ degrees: Double?) -> Double? {
  guard let degrees, degrees >= 0, degrees <= 360 else { return nil }
  return degrees == 360 ? 0 : degrees
}

extension FixQuality {
  /// Creates the quality that a number in Trimble's GGK means; `nil` if there is no position.
  ///
  /// Nor is there one with a number that no data sheet names.
  init?(trimble number: UInt8?) {
    switch number {
    case 1, 12, 14, 15: self = .autonomous
    case 2, 6, 8: self = .rtkFloat
    case 3, 7, 9: self = .rtkFixed
    case 4, 5, 10, 11, 13: self = .differential
    default: return nil
    }
  }

  /// Creates the quality that a mode letter stands for; `nil` for an unknown letter.
  init?(_ mode: PositioningMode) {
    switch mode {
    case .autonomous: self = .autonomous
    case .differential: self = .differential
    case .precise: self = .precise
    case .rtkFixed: self = .rtkFixed
    case .rtkFloat: self = .rtkFloat
    case .estimated: self = .estimated
    case .manual: self = .manual
    case .simulated: self = .simulated
    default: return nil
    }
  }
}
