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

/// The satellites on a line with NovAtel's and Unicore's logs, some of which have directions, others signals, others what is used.
struct LogSky: Sendable {
  /// Those above the horizon, and when they were listed, milliseconds of the week.
  private var directions: [SatelliteSystem: (satellites: [SatelliteInView], since: UInt32)] = [:]
  private var signals: [SatelliteInView] = []
  /// How many logs with directions have come since those with signals.
  private var signalsAge = 0
  private var knowsBest = false

  /// Logs of all systems, twice.
  private static let longestSignals = 14
  /// In which satellites move by a few degrees, milliseconds.
  private static let longestDirections: UInt32 = 600_000

  mutating func read(
    _ log: SATVIS2, at timeOfWeek: UInt32?, _ report: ProtocolReader.Consumer
  ) {
    guard let system = log.system, let timeOfWeek else { return }
    let shown = log.isValid ? log.satellites.compactMap { $0.shown(of: system) } : []
    directions[system] = (shown, timeOfWeek)
    signalsAge += 1
    if signalsAge > Self.longestSignals { signals = [] }
    reportView(at: timeOfWeek, report)
  }

  mutating func read(
    _ log: TRACKSTAT, at timeOfWeek: UInt32?, _ report: ProtocolReader.Consumer
  ) {
    let tracked = log.signals.filter { $0.carrierToNoise > 0 }
    (signals, signalsAge) = (tracked.compactMap(\.shown), 0)
    // Of the best solution, other logs know more: this one is about the solution without the carriers' phases.
    if !knowsBest {
      let good = tracked.filter { $0.use == "GOOD" }.compactMap(\.shown?.satellite)
      report(.satellitesUsed(SatelliteSet(good)))
    }
    reportView(at: timeOfWeek, report)
  }

  mutating func read(_ log: SatellitesOfSolution, _ report: ProtocolReader.Consumer) {
    knowsBest = true
    let used = log.satellites.filter(\.isUsed).compactMap { element in
      element.system.flatMap { SatelliteID(system: $0, code: element.number) }
    }
    report(.satellitesUsed(SatelliteSet(used)))
  }

  private mutating func reportView(
    at timeOfWeek: UInt32?, _ report: ProtocolReader.Consumer
  ) {
    if let timeOfWeek {
      directions = directions.filter { timeOfWeek &- $0.value.since <= Self.longestDirections }
    }
    let view = SatellitesInView(
      directions.values.flatMap(\.satellites), used: SatelliteSet())
    report(.satellitesInView(view.with(signals: signals).satellites))
  }
}

extension SatelliteSet {
  fileprivate init(_ satellites: [SatelliteID]) {
    self.init()
    for satellite in satellites { insert(satellite) }
  }
}

extension SatelliteID {
  /// Creates the satellite with a number as NovAtel and Unicore count within a system: GLONASS from 38 or 1, SBAS and QZSS by
  /// their codes; `nil` for another one.
  init?(system: SatelliteSystem, code: Int) {
    let number: Int? =
      switch (system, code) {
      case (.glonass, 38...61): code - 37
      case (.glonass, 1...24), (.gps, 1...32), (.galileo, 1...36), (.beiDou, 1...63): code
      case (.navIC, 1...14): code
      // As in NMEA 0183, the number of the code minus 87.
      case (.sbas, 120...158): code - 87
      case (.qzss, 193...202): code - 192
      default: nil
      }
    guard let number else { return nil }
    self.init(system: system, number: UInt16(number))
  }
}

extension SatelliteInView {
  fileprivate init?(
    _ system: SatelliteSystem, _ code: Int, elevation: Double?, azimuth: Double?
  ) {
    guard let satellite = SatelliteID(system: system, code: code) else { return nil }
    self.init(satellite)
    self.elevation = elevation.flatMap { abs($0) <= 90 ? Int8($0.rounded()) : nil }
    self.azimuth = azimuth.flatMap {
      (0...360).contains($0) ? UInt16($0.rounded()) % 360 : nil
    }
  }
}

extension SATVIS2.Satellite {
  /// `nil` if it is below the horizon.
  fileprivate func shown(of system: SatelliteSystem) -> SatelliteInView? {
    guard elevation >= 0 else { return nil }
    return SatelliteInView(system, number, elevation: elevation, azimuth: azimuth)
  }
}

extension TRACKSTAT.Signal {
  fileprivate var shown: SatelliteInView? {
    let systems: [SatelliteSystem] = [.gps, .glonass, .sbas, .galileo, .beiDou, .qzss, .navIC]
    let number = Int(trackingStatus >> 16 & 7)
    guard number < systems.count else { return nil }
    var shown = SatelliteInView(systems[number], satellite, elevation: nil, azimuth: nil)
    shown?.signal = Self.signals[systems[number]]?[trackingStatus >> 21 & 31]
    shown?.carrierToNoise = Float(carrierToNoise)
    return shown
  }

  /// The numbers that NMEA 4.11 gives to NovAtel's signals.
  private static let signals: [SatelliteSystem: [UInt32: UInt8]] = [
    // L1 C/A, L2 P, L2 P without its code, L5, L1C, L2C.
    .gps: [0: 1, 5: 4, 9: 4, 14: 8, 16: 9, 17: 5],
    // L1 C/A, L2 C/A, L2 P.
    .glonass: [0: 1, 1: 3, 5: 4],
    .sbas: [0: 1, 6: 2],
    // E1, E6, E5a, E5b, E5.
    .galileo: [1: 7, 2: 7, 6: 5, 7: 5, 12: 1, 17: 2, 20: 3],
    // B1I, B2I, B3I, twice; B1C, B2a, B2b.
    .beiDou: [0: 1, 1: 11, 2: 8, 4: 1, 5: 11, 6: 8, 7: 3, 9: 5, 11: 6],
    // L1 C/A, L5, L1C, L2C, L6.
    .qzss: [0: 1, 14: 8, 16: 3, 17: 5, 27: 9],
    .navIC: [0: 1],
  ]
}

extension SATSINFO.Signal {
  /// `nil` for NavIC, whose satellites have numbers without a meaning in Unicore's UM980.
  var shown: SatelliteInView? {
    let systems: [SatelliteSystem] = [.gps, .glonass, .sbas, .galileo, .beiDou, .qzss]
    guard systems.indices.contains(system) else { return nil }
    // As a byte of a frame, it has no sign.
    let elevation = elevation > 127 ? elevation - 256 : elevation
    var shown = SatelliteInView(
      systems[system], satellite, elevation: Double(elevation), azimuth: Double(azimuth))
    shown?.signal = Self.signals[systems[system]]?[signal]
    shown?.carrierToNoise = carrierToNoise > 0 ? Float(carrierToNoise) : nil
    return shown
  }

  /// The numbers that NMEA 4.11 gives to Unicore's signals.
  private static let signals: [SatelliteSystem: [Int: UInt8]] = [
    // L1 C/A, L1C, L5 I, L2 P, L1C, L5 Q, L2C.
    .gps: [0: 1, 3: 9, 6: 7, 9: 4, 11: 9, 14: 8, 17: 6],
    .glonass: [0: 1, 5: 3],
    .sbas: [0: 1, 6: 2],
    // E1, E5a, E5b, E6.
    .galileo: [1: 7, 2: 7, 12: 1, 17: 2, 18: 5, 22: 5],
    // B1I, B1Q, B2Q, B3Q, B1C, B2a, B2b, B2I, B3I, B1C, B2a.
    .beiDou: [0: 1, 4: 2, 5: 12, 6: 9, 8: 3, 12: 5, 13: 6, 17: 11, 21: 8, 23: 3, 28: 5],
    // L1 C/A, L1C, L1S, L5 I, L2C, L1C, L5 Q, L2C, L6.
    .qzss: [0: 1, 3: 3, 4: 4, 6: 7, 9: 5, 11: 2, 14: 8, 17: 6, 21: 9, 27: 10],
  ]
}
