// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-SAT: the satellites.
///
///     iTOW version numSvs  gnssId svId cno elev azim prRes flags
///     0    4       5       8      9    10  11   12   14    16    (12 bytes each)
package struct NAVSAT: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x35)

  package struct Satellite: Hashable, Sendable, Encodable {
    /// The system: 0 GPS, 1 SBAS, 2 Galileo, 3 BeiDou, 4 IMES, 5 QZSS, 6 GLONASS, 7 NavIC.
    package var system: UInt8
    /// Its number in that system; of SBAS, that of its ranging code.
    package var number: UInt8
    /// dB-Hz; 0 if it is not received.
    package var carrierToNoise: UInt8
    /// Degrees; `nil` if unknown (−91), as the azimuth is then.
    package var elevation: Int8?
    package var azimuth: Int16?
    /// Bit 3 of `flags`.
    package var isUsed: Bool
  }

  package var timeOfWeek: UInt32
  package var satellites: [Satellite]

  package init?(_ payload: RawSpan) {
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
package struct NAVSVINFO: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x30)

  package struct Satellite: Hashable, Sendable, Encodable {
    /// Its number among those of all systems.
    package var number: UInt8
    /// dB-Hz; 0 if it is not received.
    package var carrierToNoise: UInt8
    /// Degrees; `nil` if unknown (−91), as the azimuth is then.
    package var elevation: Int8?
    package var azimuth: Int16?
    /// Bit 0 of `flags`.
    package var isUsed: Bool
  }

  package var timeOfWeek: UInt32
  package var satellites: [Satellite]

  package init?(_ payload: RawSpan) {
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
package struct NAVSIG: NavigationMessage {
  package static let kind = FrameKind(0x01, 0x43)

  /// One signal.
  package struct Signal: Hashable, Sendable, Encodable {
    /// The system, as in NAV-SAT.
    package var system: UInt8
    /// The satellite's number, as in NAV-SAT.
    package var number: UInt8
    /// The signal, by u-blox's number.
    package var signal: UInt8
    /// dB-Hz; 0 if it is not received.
    package var carrierToNoise: UInt8
    /// Bit 3 of `sigFlags`: its pseudorange.
    package var isUsed: Bool
    /// Bit 9 of `sigFlags`: the receiver has verified its satellite's data.
    package var isAuthenticated: Bool
  }

  package var timeOfWeek: UInt32
  package var signals: [Signal]

  package init?(_ payload: RawSpan) {
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
