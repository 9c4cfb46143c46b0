// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// Writes an epoch as messages, as a receiver of the configured version does.
struct BurstWriter {
  private let configuration: SimulatedReceiver.Configuration
  private let epoch: SimulatedEpoch
  private let fix: Fix?

  init(_ configuration: SimulatedReceiver.Configuration, _ epoch: SimulatedEpoch) {
    (self.configuration, self.epoch) = (configuration, epoch)
    fix = Fix(epoch, configuration)
  }

  func messages(_ sentence: SimulatedSentence) -> [Message] {
    switch sentence {
    case .gga: [.gga(gga)]
    case .rmc: [.rmc(rmc)]
    case .gsa: gsa.map(Message.gsa)
    case .gsv: gsv.map(Message.gsv)
    case .vtg: [.vtg(vtg)]
    case .gll: [.gll(gll)]
    case .gns: [.gns(gns)]
    case .gst: [.gst(gst)]
    case .gbs: [.gbs(gbs)]
    case .zda: [.zda(zda)]
    }
  }

  // MARK: Content of several sentences

  private var version: NMEAVersion { configuration.version }
  private var talker: Talker { configuration.talker }
  private var time: UTCTime? { epoch.stage >= .timed ? epoch.instant.time : nil }

  /// The date according to the receiver's week counter.
  private var date: CivilDate? {
    guard epoch.stage >= .dated else { return nil }
    let days = epoch.instant.date.daysSince1970
    return CivilDate(daysSince1970: days - configuration.faults.weekRollovers * 1024 * 7)
  }

  private var status: DataStatus { fix == nil ? .invalid : .valid }

  /// The letter, which versions from 2.3 on have.
  private var mode: PositioningMode? { version.hasModes ? anyMode : nil }

  private var anyMode: PositioningMode {
    guard fix != nil else { return .invalid }
    let mode = PositioningMode(configuration.quality)
    // The letters of real-time kinematics are as recent as the systems' numbers.
    return !version.hasSystems && [.rtkFixed, .rtkFloat].contains(mode) ? .differential : mode
  }

  /// Like most receivers, it does not assess its safety.
  private var navigationalStatus: NavigationalStatus? { version.hasSystems ? .notProvided : nil }

  private static let unknownDilution = 99.99

  private func used(of system: SystemID) -> [SimulatedSatellite] {
    guard fix != nil else { return [] }
    return epoch.satellites.filter { $0.system == system && $0.isUsed }
  }

  private var usedCount: UInt16 {
    UInt16(configuration.constellations.reduce(0) { $0 + used(of: $1.system).count })
  }
}

// MARK: - Position

extension BurstWriter {
  private var gga: GGA {
    var message = GGA(fix, talker: talker)
    message.time = time
    message.satellitesUsed = usedCount
    message.hdop = message.hdop ?? Self.unknownDilution
    return message
  }

  private var rmc: RMC {
    var message = RMC(fix, talker: talker)
    message.time = time
    message.date = date?.short
    message.mode = mode
    message.navigationalStatus = navigationalStatus
    return message
  }

  private var gll: GLL {
    var message = GLL(talker: talker)
    message.latitude = fix?.latitude
    message.longitude = fix?.longitude
    message.time = time
    message.status = status
    message.mode = mode
    return message
  }

  private var gns: GNS {
    let gga = gga
    var message = GNS(talker: talker)
    message.time = time
    message.latitude = gga.latitude
    message.longitude = gga.longitude
    // At least two letters; four since the systems have numbers.
    for system in [SystemID.gps, .glonass, .galileo, .beiDou].prefix(version.hasSystems ? 4 : 2) {
      _ = message.modes.append(used(of: system).isEmpty ? .invalid : anyMode)
    }
    message.satellitesUsed = gga.satellitesUsed
    message.hdop = gga.hdop
    message.altitude = gga.altitude
    message.geoidSeparation = gga.geoidSeparation
    message.differentialAge = gga.differentialAge
    message.differentialStation = gga.differentialStation
    message.navigationalStatus = navigationalStatus
    return message
  }

  private var vtg: VTG {
    var message = VTG(talker: talker)
    message.course = fix?.course
    message.speedKnots = RMC(fix, talker: talker).speedKnots
    message.speedKilometersPerHour = fix?.speed.map { ($0 * 3.6).rounded(decimals: 3) }
    message.mode = mode
    return message
  }

  private var zda: ZDA {
    var message = ZDA(talker: talker)
    message.time = time
    message.day = date.map { UInt8($0.day) }
    message.month = date.map { UInt8($0.month) }
    message.year = date.map { UInt16($0.year) }
    message.zoneHours = 0
    message.zoneMinutes = 0
    return message
  }
}

// MARK: - Errors

extension BurstWriter {
  private var gst: NMEA0183.GST {
    var message = NMEA0183.GST(talker: talker)
    message.time = time
    guard let deviations = epoch.deviations else { return message }
    message.rangeDeviation = deviations.range
    // The errors to the east and to the north are drawn independently: the axes of the ellipse lie in these directions.
    message.semiMajorDeviation = max(deviations.east, deviations.north)
    message.semiMinorDeviation = min(deviations.east, deviations.north)
    message.orientation = deviations.east > deviations.north ? 90 : 0
    message.latitudeDeviation = deviations.north
    message.longitudeDeviation = deviations.east
    message.altitudeDeviation = deviations.vertical
    return message
  }

  private var gbs: GBS {
    var message = GBS(talker: talker)
    message.time = time
    message.latitudeError = epoch.deviations?.north
    message.longitudeError = epoch.deviations?.east
    message.altitudeError = epoch.deviations?.vertical
    return message
  }
}

// MARK: - Satellites

extension BurstWriter {
  private var gsa: [GSA] {
    configuration.constellations.map { constellation in
      var message = GSA(fix, talker: talker)
      message.mode = message.mode ?? FixMode.none
      message.satellites = ShortList(used(of: constellation.system).map(\.number))
      message.pdop = message.pdop ?? Self.unknownDilution
      message.hdop = message.hdop ?? Self.unknownDilution
      message.vdop = message.vdop ?? Self.unknownDilution
      message.system = version.hasSystems ? constellation.system : nil
      return message
    }
  }

  /// A group for each system, four satellites to a sentence.
  private var gsv: [GSV] {
    guard configuration.listsSatellites(in: epoch) else { return [] }
    return configuration.constellations.flatMap { constellation in
      let satellites = seen(of: constellation.system)
      let count = max(1, (satellites.count + 3) / 4)
      return (0..<count).map { index in
        var message = GSV(talker: constellation.talker)
        message.sentenceCount = UInt8(count)
        message.sentenceNumber = UInt8(index + 1)
        message.satellitesInView = UInt16(satellites.count)
        message.satellites = ShortList(satellites.dropFirst(4 * index).prefix(4))
        message.signal = version.hasSystems ? constellation.signal : nil
        return message
      }
    }
  }

  /// Returns the satellites of a system, with what the receiver knows about them.
  ///
  /// At first none, then those that it receives, then their directions as well; and in an outage only the directions.
  private func seen(of system: SystemID) -> [GSV.Satellite] {
    guard epoch.stage > .searching else { return [] }
    let isOutage = configuration.isOutage(epoch)
    return epoch.satellites.filter { $0.system == system }.compactMap { satellite in
      let isKnown = epoch.stage > .timed
      let isHeard = !isOutage && satellite.carrierToNoise != nil
      guard isKnown || isHeard else { return nil }
      return GSV.Satellite(
        number: satellite.number,
        elevation: isKnown ? Int8(satellite.elevation.rounded()) : nil,
        azimuth: isKnown ? UInt16(satellite.azimuth.rounded()) % 360 : nil,
        carrierToNoise: isHeard ? satellite.carrierToNoise.map { Float($0.rounded()) } : nil)
    }
  }
}

extension Fix {
  /// Creates the fix that a receiver has measured, in the decimals that it sends; `nil` while it has none.
  fileprivate init?(_ epoch: SimulatedEpoch, _ configuration: SimulatedReceiver.Configuration) {
    guard let geometry = epoch.geometry else { return nil }
    let (position, decimals) = (epoch.measured.position, configuration.minuteDecimals)
    self.init(
      time: nil, latitude: position.latitude.rounded(decimals: decimals, of: 60),
      longitude: position.longitude.rounded(decimals: decimals, of: 60))
    altitude = position.altitude.rounded(decimals: decimals >= 6 ? 3 : 1)
    geoidSeparation = configuration.geoidSeparation
    speed = epoch.measured.speed
    if let speed, speed > 0, speed >= configuration.courseFloor {
      course = epoch.measured.course.rounded(decimals: 2).direction
    }
    dilutionOfPrecision.horizontal = geometry.horizontal
    dilutionOfPrecision.vertical = geometry.vertical
    dilutionOfPrecision.position = geometry.position
    (quality, mode) = (configuration.quality, .threeDimensional)
    if [.differential, .rtkFixed, .rtkFloat].contains(configuration.quality) {
      (differentialAge, differentialStation) = (1, 0)
    }
  }
}
