// Core Location for Linux. SPDX-License-Identifier: MIT

/// ChannelStatus: where the satellites are, and which are used.
///
///     N  SB1Length SB2Length … satellite … azimuth health elevation N2 …  then N2 times: antenna … tracking PVT status
///     14 15        16          20          24      26     28        29                   0         2        4
struct ChannelStatus: SBFBlock {
  struct Satellite: Encodable, Sendable {
    /// See ``SatelliteID/init(septentrio:)``.
    var number: UInt8
    /// Degrees.
    var azimuth: UInt16?
    var elevation: Int8?
    var isTracked: Bool
    /// Whether a signal to the main antenna is part of the position.
    var isUsed: Bool
  }

  var satellites: [Satellite] = []

  init?(_ block: RawSpan) {
    guard block.byteCount >= 20 else { return nil }
    let (outer, inner) = (Int(block.byte(at: 15)), Int(block.byte(at: 16)))
    guard outer >= 10, inner >= 6 else { return nil }
    var offset = 20
    for _ in 0..<Int(block.byte(at: 14)) {
      guard offset + outer <= block.byteCount else { return }
      let bits: UInt16 = block.integer(at: offset + 4) & 511
      var satellite = Satellite(
        number: block.byte(at: offset), azimuth: bits < 360 ? bits : nil,
        elevation: block.known(at: offset + 8), isTracked: false, isUsed: false)
      let count = Int(block.byte(at: offset + 9))
      offset += outer
      for _ in 0..<count {
        guard offset + inner <= block.byteCount else { return }
        if block.byte(at: offset) == 0 {
          satellite.isTracked = Self.has(3, in: block.integer(at: offset + 2))
          satellite.isUsed = Self.has(2, in: block.integer(at: offset + 4))
        }
        offset += inner
      }
      satellites.append(satellite)
    }
  }

  /// Whether one of the signals, with two bits each, has a state.
  private static func has(_ state: UInt16, in states: UInt16) -> Bool {
    (0..<8).contains { states >> (2 * UInt16($0)) & 3 == state }
  }
}

/// MeasEpoch: the signals that are tracked.
///
/// Of its measurements, only the strengths are read.
///
///     N1 SB1Length SB2Length … channel type satellite … C/N0 … ObsInfo N2   then N2 times: type … C/N0 … ObsInfo
///     14 15        16          20      21   22          35     38      39                  0      2      5
struct MeasEpoch: SBFBlock {
  struct Signal: Encodable, Sendable {
    /// See ``SatelliteID/init(septentrio:)``.
    var satellite: UInt8
    /// Which one, as Septentrio numbers them.
    var signal: UInt8
    /// dB-Hz.
    var carrierToNoise: Double?
  }

  var signals: [Signal] = []

  init?(_ block: RawSpan) {
    guard block.byteCount >= 20 else { return nil }
    let (outer, inner) = (Int(block.byte(at: 15)), Int(block.byte(at: 16)))
    guard outer >= 20, inner >= 6 else { return nil }
    var offset = 20
    for _ in 0..<Int(block.byte(at: 14)) {
      guard offset + outer <= block.byteCount else { return }
      let satellite = block.byte(at: offset + 2)
      add(satellite, block, type: offset + 1, strength: offset + 15, information: offset + 18)
      let count = Int(block.byte(at: offset + 19))
      offset += outer
      for _ in 0..<count {
        guard offset + inner <= block.byteCount else { return }
        add(satellite, block, type: offset, strength: offset + 2, information: offset + 5)
        offset += inner
      }
    }
  }

  /// Adds a signal to the main antenna.
  private mutating func add(
    _ satellite: UInt8, _ block: RawSpan, type: Int, strength: Int, information: Int
  ) {
    guard block.byte(at: type) >> 5 == 0 else { return }
    var signal = block.byte(at: type) & 31
    if signal == 31 { signal = 32 + block.byte(at: information) >> 3 }
    // GPS L1 P and L2 P, which are tracked without knowing their code, may be weaker.
    let least = signal == 1 || signal == 2 ? 0.0 : 10
    let carrierToNoise = block.known(UInt8.self, at: strength).map { Double($0) / 4 + least }
    signals.append(Signal(satellite: satellite, signal: signal, carrierToNoise: carrierToNoise))
  }
}
