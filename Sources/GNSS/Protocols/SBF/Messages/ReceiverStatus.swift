// Core Location for Linux. SPDX-License-Identifier: MIT

/// ReceiverStatus: load, antenna and errors.
///
///     CPU ExtError uptime RxState RxError …
///     14  15       16     20      24
struct ReceiverStatus: SBFBlock {
  /// Percent.
  var processorLoad: UInt8?
  /// Seconds.
  var uptime: UInt32
  var state: UInt32
  var errors: UInt32
  /// Whether a current flows to the antenna, RxState bit 1.
  var feedsAntenna: Bool
  /// Whether too much flows, RxError bit 5.
  var isAntennaShorted: Bool

  init?(_ block: RawSpan) {
    guard block.byteCount >= 28 else { return nil }
    processorLoad = block.known(at: 14)
    uptime = block.integer(at: 16)
    (state, errors) = (block.integer(at: 20), block.integer(at: 24))
    feedsAntenna = state >> 1 & 1 != 0
    isAntennaShorted = errors >> 5 & 1 != 0
  }

  /// `nil` if no current flows: that is usual with an antenna without an amplifier, and with one that something else feeds.
  var antenna: AntennaState? { isAntennaShorted ? .shorted : feedsAntenna ? .good : nil }
}

/// QualityInd: marks from 0 to 10 for what makes a good position.
///
///     N  … indicators (2): type in bits 0–7, value in 8–11
///     14   16
struct QualityInd: SBFBlock {
  struct Indicator: Encodable, Sendable {
    /// 0 overall, 1 signals, 2 those of the second antenna, 11 power, 21 processor, 30 and 31 corrections.
    var type: UInt8
    var value: UInt8
  }

  var indicators: [Indicator]

  init?(_ block: RawSpan) {
    guard block.byteCount >= 16 else { return nil }
    let count = min(Int(block.byte(at: 14)), (block.byteCount - 16) / 2)
    indicators = (0..<count).map {
      let bits: UInt16 = block.integer(at: 16 + 2 * $0)
      return Indicator(type: UInt8(bits & 0xFF), value: UInt8(bits >> 8 & 15))
    }
  }
}

/// RFStatus: what the receiver notices of interference and of false signals.
///
///     N  length of each flags … frequency (4, Hz) bandwidth (2, kHz) mode and antenna …
///     14 15             16      20                24                 26
struct RFStatus: SBFBlock {
  struct Band: Encodable, Sendable {
    /// Hertz.
    var frequency: UInt32
    /// Kilohertz.
    var bandwidth: UInt16
    /// 1 a notch filter was set by hand, 2 interference is canceled, 8 there is interference.
    var mode: UInt8
    var antenna: UInt8
  }

  /// Whether tests of the receiver's own say that the signals may be false.
  var maySignalsBeFalse: Bool
  /// Whether signatures of Galileo (OSNMA) do not verify.
  var isAuthenticationFailed: Bool
  var bands: [Band]

  init?(_ block: RawSpan) {
    guard block.byteCount >= 20 else { return nil }
    let flags = block.byte(at: 16)
    (maySignalsBeFalse, isAuthenticationFailed) = (flags & 1 != 0, flags & 2 != 0)
    bands = []
    let length = Int(block.byte(at: 15))
    guard length >= 7 else { return }
    for index in 0..<Int(block.byte(at: 14)) {
      let offset = 20 + index * length
      guard offset + 7 <= block.byteCount else { return }
      let info = block.byte(at: offset + 6)
      bands.append(
        Band(
          frequency: block.integer(at: offset), bandwidth: block.integer(at: offset + 4),
          mode: info & 15, antenna: info >> 6))
    }
  }

  /// Whether the receiver is jammed; `nil` if it says that it cancels the interference.
  var isJammed: Bool? {
    if bands.contains(where: { $0.mode & 8 != 0 }) { return true }
    return bands.contains { $0.mode & 2 != 0 } ? nil : false
  }
}

/// GALAuthStatus: which satellites have proved their messages by Galileo's signatures (OSNMA).
///
///     status (2) trusted time delta Galileo: active authentic GPS: active authentic
///     14         16                 20              28        36          44
struct GALAuthStatus: SBFBlock {
  /// 0 off, 1 initializing, 2 waiting for a trusted time, 3–5 failed, 6 authenticating.
  var status: UInt8
  /// A bit for each satellite whose messages are being checked.
  var galileoActive: UInt64
  var galileoAuthentic: UInt64
  var gpsActive: UInt64
  var gpsAuthentic: UInt64

  init?(_ block: RawSpan) {
    guard block.byteCount >= 52 else { return nil }
    status = block.byte(at: 14) & 7
    (galileoActive, galileoAuthentic) = (block.integer(at: 20), block.integer(at: 28))
    (gpsActive, gpsAuthentic) = (block.integer(at: 36), block.integer(at: 44))
  }

  /// Whether messages were checked that are not authentic.
  var isFailed: Bool { galileoActive & ~galileoAuthentic != 0 || gpsActive & ~gpsAuthentic != 0 }
}
