// Core Location for Linux. SPDX-License-Identifier: MIT

/// SATVIS2: where the satellites of one system are, those below the horizon too.
///
///     system valid almanac N … satellite channel (2) health elevation azimuth Doppler (2 × 8)
///     0      4     8       12  16        18          20     24        32      40
struct SATVIS2: LogMessage {
  struct Satellite: Encodable, Sendable {
    var number: Int
    /// 0 is healthy.
    var health: Int
    /// Degrees above the horizon.
    var elevation: Double
    /// Degrees clockwise from true north.
    var azimuth: Double
  }

  /// `nil` for a system that does not count.
  var system: SatelliteSystem?
  /// Whether the receiver knows enough to tell.
  var isValid: Bool
  var satellites: [Satellite] = []

  init?(_ fields: inout LogFields) {
    system = fields.system()
    guard let isValid = fields.truth(), fields.truth() != nil, let count = fields.count() else {
      return nil
    }
    self.isValid = isValid
    for _ in 0..<count {
      guard let number = fields.satelliteNumber(shift: 0), let health = fields.integer(),
        let elevation = fields.double(), let azimuth = fields.double()
      else { return }
      fields.skip(bytes: 16, fields: 2)
      satellites.append(
        Satellite(number: number, health: health, elevation: elevation, azimuth: azimuth))
    }
  }

  private enum CodingKeys: CodingKey { case isValid, satellites }
}

/// TRACKSTAT: the signals that are tracked, and what the position makes of them.
///
///     status type cutoff N … satellite channel (2) tracking status pseudorange Doppler C/N0 locked residual use weight
///     0      4    8      12  16        18          20              24          32      36   40     44       48  52
struct TRACKSTAT: LogMessage {
  struct Signal: Encodable, Sendable {
    var satellite: Int
    /// As the system in bits 16–18 of the tracking status and the signal in bits 21–25 say.
    var trackingStatus: UInt32
    /// dB-Hz; 0 if it is not tracked.
    var carrierToNoise: Double
    /// Why the position is made without it, or GOOD.
    var use: String
  }

  var signals: [Signal] = []

  init?(_ fields: inout LogFields) {
    fields.skip(bytes: 12, fields: 3)
    guard let count = fields.count() else { return nil }
    for _ in 0..<count {
      guard let satellite = fields.short(), fields.short() != nil, let status = fields.bits() else {
        return
      }
      fields.skip(bytes: 12, fields: 2)
      guard let carrierToNoise = fields.float() else { return }
      fields.skip(bytes: 8, fields: 2)
      guard let use = fields.word([0: "GOOD"]), fields.float() != nil else { return }
      signals.append(
        Signal(
          satellite: satellite, trackingStatus: status, carrierToNoise: carrierToNoise, use: use))
    }
  }
}

/// BESTSATS, NovAtel's: what the best solution makes of each satellite.
///
///     N … system satellite channel (2) status signals
///     0   4      8         10          12     16
struct BESTSATS: LogMessage {
  let satellites: SatellitesOfSolution

  init?(_ fields: inout LogFields) {
    guard let satellites = SatellitesOfSolution(&fields, shift: 0) else { return nil }
    self.satellites = satellites
  }

  func encode(to encoder: any Encoder) throws { try satellites.encode(to: encoder) }
}

/// BESTSAT, Unicore's: the same, with channel and satellite the other way round.
struct BESTSAT: LogMessage {
  let satellites: SatellitesOfSolution

  init?(_ fields: inout LogFields) {
    guard let satellites = SatellitesOfSolution(&fields, shift: 16) else { return nil }
    self.satellites = satellites
  }

  func encode(to encoder: any Encoder) throws { try satellites.encode(to: encoder) }
}

struct SatellitesOfSolution: Encodable, Sendable {
  struct Satellite: Encodable, Sendable {
    var number: Int
    /// Why the solution is made without it, or GOOD.
    var status: String
    /// A bit for each signal that is part of the solution; the fifth says that the base sees the satellite, too.
    var signals: UInt32
    fileprivate(set) var system: SatelliteSystem?

    var isUsed: Bool { status == "GOOD" && signals & ~0x10 != 0 }

    private enum CodingKeys: CodingKey { case number, status, signals }
  }

  var satellites: [Satellite] = []

  fileprivate init?(_ fields: inout LogFields, shift: UInt64) {
    guard let count = fields.count() else { return nil }
    for _ in 0..<count {
      let system = fields.system()
      guard let number = fields.satelliteNumber(shift: shift),
        let status = fields.word([0: "GOOD"]),
        let signals = fields.bits()
      else { return }
      satellites.append(
        Satellite(number: number, status: status, signals: signals, system: system))
    }
  }
}

/// SATSINFO, Unicore's: where the satellites are, and their signals.
///
///     N version reserved (3) flags … satellite azimuth (2) elevation … system C/N0 signal number of signals
///     0 1       2            5       0         1           3            0      1    2      3
struct SATSINFO: LogMessage {
  struct Signal: Encodable, Sendable {
    var satellite: Int
    /// Degrees clockwise from true north.
    var azimuth: Int
    /// Degrees above the horizon.
    var elevation: Int
    /// 0 GPS, 1 GLONASS, 2 SBAS, 3 Galileo, 4 BeiDou, 5 QZSS, 6 NavIC.
    var system: Int
    /// dB-Hz.
    var carrierToNoise: Int
    /// Which one, as Unicore numbers them.
    var signal: Int
  }

  var signals: [Signal] = []

  /// More than receivers have channels.
  private static let mostSignals = 1000

  init?(_ fields: inout LogFields) {
    guard let count = fields.byte(), count >= 0 else { return nil }
    fields.skip(bytes: 5, fields: 5)
    for _ in 0..<count {
      guard let satellite = fields.byte(), let azimuth = fields.short(),
        let elevation = fields.byte()
      else { return }
      var (index, total) = (0, 1)
      while index < total, signals.count < Self.mostSignals {
        guard let system = fields.byte(), let carrierToNoise = fields.byte(),
          let signal = fields.byte(), let count = fields.byte()
        else { return }
        // Each of a satellite's signals says how many there are.
        if index == 0 { total = count }
        index += 1
        signals.append(
          Signal(
            satellite: satellite, azimuth: azimuth, elevation: elevation, system: system,
            carrierToNoise: carrierToNoise, signal: signal))
      }
    }
  }
}
