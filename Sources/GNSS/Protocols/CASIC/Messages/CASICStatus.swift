// Core Location for Linux. SPDX-License-Identifier: MIT

/// NAV-STATUS, of the first generation.
///
///     runTime interval posValid velValid …
///     0       4        6        7
struct CASICStatus: CASICMessage {
  /// Milliseconds since the start.
  var runTime: UInt32
  /// Milliseconds from one position to the next.
  var interval: UInt16
  var position: CASICValidity
  var velocity: CASICValidity

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    (runTime, interval) = (payload.integer(at: 0), payload.integer(at: 4))
    (position, velocity) = (CASICValidity(payload.byte(at: 6)), CASICValidity(payload.byte(at: 7)))
  }
}

/// NAV-DOP, of the first generation.
///
///     runTime PDOP HDOP VDOP NDOP EDOP TDOP
///     0       4    8    12   16   20   24
struct CASICDilutions: CASICMessage {
  /// Milliseconds since the start.
  var runTime: UInt32
  var pdop: Double?
  var hdop: Double?
  var vdop: Double?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 28 else { return nil }
    runTime = payload.integer(at: 0)
    (pdop, hdop) = (payload.float(at: 4).ifFinite, payload.float(at: 8).ifFinite)
    vdop = payload.float(at: 12).ifFinite
  }
}

/// NAV2-DOP, of the second generation: of the position after it.
///
///     PDOP HDOP VDOP NDOP EDOP TDOP
///     0    4    8    12   16   20
struct CASIC2Dilutions: CASICMessage {
  var pdop: Double?
  var hdop: Double?
  var vdop: Double?

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 24 else { return nil }
    (pdop, hdop) = (payload.float(at: 0).ifFinite, payload.float(at: 4).ifFinite)
    vdop = payload.float(at: 8).ifFinite
  }
}

/// NAV-GPSINFO, NAV-BDSINFO and NAV-GLNINFO, of the first generation: the satellites of one system.
///
///     runTime in view used system   then for each: channel number flags quality C/N0 elevation azimuth (2) residual (4)
///     0       4       5    6        8              0       1      2     3       4    5         6           8
struct CASICSatellites: CASICMessage {
  struct Satellite: Encodable, Sendable {
    var number: UInt8
    var isUsed: Bool
    /// dB-Hz; 0 if it is not tracked.
    var carrierToNoise: UInt8
    /// Degrees; `nil` unless they are known from the satellite's orbit.
    var elevation: Int8?
    var azimuth: Int16?
  }

  /// Milliseconds since the start.
  var runTime: UInt32
  var satellites: [Satellite]

  init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    runTime = payload.integer(at: 0)
    satellites = stride(from: 8, through: payload.byteCount - 12, by: 12).map { offset in
      let flags = payload.byte(at: offset + 2)
      let isPredicted = flags & 0x10 == 0
      return Satellite(
        number: payload.byte(at: offset + 1), isUsed: flags & 1 != 0,
        carrierToNoise: payload.byte(at: offset + 4),
        elevation: isPredicted ? payload.integer(at: offset + 5) : nil,
        azimuth: isPredicted ? payload.integer(at: offset + 6) : nil)
    }
  }
}
