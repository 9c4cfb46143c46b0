// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-SAT: the satellites.
///
///     iTOW version numSvs  gnssId svId cno elev azim prRes flags
///     0    4       5       8      9    10  11   12   14    16    (12 bytes each)
public struct NAVSAT: NavigationMessage {
  /// Class 01, identifier 35.
  public static let kind = FrameKind(0x01, 0x35)

  /// One satellite.
  public struct Satellite: Hashable, Sendable, Encodable {
    /// The system: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 4 IMES, 5 QZSS, 6 GLONASS, 7 NavIC.
    public var system: UInt8
    /// Its number in that system; of SBAS, that of its ranging code.
    public var number: UInt8
    /// Carrier-to-noise density, dB-Hz; 0 if it is not received.
    public var carrierToNoise: UInt8
    /// Degrees above the horizon; `nil` if unknown (−91), as the azimuth is then.
    public var elevation: Int8?
    /// Degrees clockwise from true north; `nil` if unknown.
    public var azimuth: Int16?
    /// Bit 3 of `flags`: whether it is used.
    public var isUsed: Bool
  }

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// The satellites, in the order of the receiver.
  public var satellites: [Satellite]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    let count = min(Int(payload.byte(at: 5)), (payload.byteCount - 8) / 12)
    satellites = (0..<count).map { index in
      let start = 8 + 12 * index
      let isKnown = payload.integer(Int8.self, at: start + 3) >= -90
      return Satellite(
        system: payload.byte(at: start), number: payload.byte(at: start + 1),
        carrierToNoise: payload.byte(at: start + 2),
        elevation: isKnown ? payload.integer(at: start + 3) : nil,
        azimuth: isKnown ? payload.integer(at: start + 4) : nil,
        isUsed: payload.bit(3, at: start + 8))
    }
  }
}

/// NAV-SVINFO: the satellites, of receivers before the eighth generation.
///
///     iTOW numCh globalFlags  chn svid flags quality cno elev azim prRes
///     0    4     5            8   9    10    11      12  13   14   16    (12 bytes each)
public struct NAVSVINFO: NavigationMessage {
  /// Class 01, identifier 30.
  public static let kind = FrameKind(0x01, 0x30)

  /// One satellite.
  public struct Satellite: Hashable, Sendable, Encodable {
    /// Its number among those of all systems.
    public var number: UInt8
    /// Carrier-to-noise density, dB-Hz; 0 if it is not received.
    public var carrierToNoise: UInt8
    /// Degrees above the horizon; `nil` if unknown (−91), as the azimuth is then.
    public var elevation: Int8?
    /// Degrees clockwise from true north; `nil` if unknown.
    public var azimuth: Int16?
    /// Bit 0 of `flags`: whether it is used.
    public var isUsed: Bool
  }

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// The satellites, in the order of the receiver.
  public var satellites: [Satellite]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    let count = min(Int(payload.byte(at: 4)), (payload.byteCount - 8) / 12)
    satellites = (0..<count).map { index in
      let start = 8 + 12 * index
      let isKnown = payload.integer(Int8.self, at: start + 5) >= -90
      return Satellite(
        number: payload.byte(at: start + 1), carrierToNoise: payload.byte(at: start + 4),
        elevation: isKnown ? payload.integer(at: start + 5) : nil,
        azimuth: isKnown ? payload.integer(at: start + 6) : nil,
        isUsed: payload.bit(0, at: start + 2))
    }
  }
}

/// NAV-SIG: the signals of the satellites.
///
/// Their directions are in NAV-SAT.
///
///     iTOW version numSigs  gnssId svId sigId freqId prRes cno quality corrSource ionoModel sigFlags
///     0    4       5        8      9    10    11     12    14  15      16         17        18       (16 bytes each)
public struct NAVSIG: NavigationMessage {
  /// Class 01, identifier 43.
  public static let kind = FrameKind(0x01, 0x43)

  /// One signal.
  public struct Signal: Hashable, Sendable, Encodable {
    /// The system, as in NAV-SAT.
    public var system: UInt8
    /// The satellite's number, as in NAV-SAT.
    public var number: UInt8
    /// The signal, by u-blox's number.
    public var signal: UInt8
    /// Carrier-to-noise density, dB-Hz; 0 if it is not received.
    public var carrierToNoise: UInt8
    /// Bit 3 of `sigFlags`: its pseudorange.
    public var isUsed: Bool
    /// Bit 9 of `sigFlags`: the receiver has verified its satellite's data.
    public var isAuthenticated: Bool
  }

  /// The time of the GPS week, milliseconds.
  public var timeOfWeek: UInt32
  /// The signals, in the order of the receiver.
  public var signals: [Signal]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    timeOfWeek = payload.integer(at: 0)
    let count = min(Int(payload.byte(at: 5)), (payload.byteCount - 8) / 16)
    signals = (0..<count).map { index in
      let start = 8 + 16 * index
      return Signal(
        system: payload.byte(at: start), number: payload.byte(at: start + 1),
        signal: payload.byte(at: start + 2), carrierToNoise: payload.byte(at: start + 6),
        isUsed: payload.bit(3, at: start + 10), isAuthenticated: payload.bit(1, at: start + 11))
    }
  }
}
