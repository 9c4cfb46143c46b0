// Core Location for Linux. SPDX-License-Identifier: MIT

/// AttEuler: where the vehicle points by two or three antennas.
///
///     NrSV error mode (2) … heading pitch roll …
///     14   15    16         20      24    28
struct AttEuler: SBFBlock {
  var satellites: UInt8?
  /// By antenna; 0 if there is none, bit 7 if no attitude was asked for.
  var error: UInt8
  /// 0 none; 1 heading and pitch, ambiguities floating; 2 the same, fixed; 3 all three, floating; 4 the same, fixed.
  var mode: UInt16
  /// Degrees from true north.
  var heading: Double?
  var pitch: Double?
  var roll: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 32 else { return nil }
    (satellites, error) = (block.known(at: 14), block.byte(at: 15))
    mode = block.integer(at: 16)
    (heading, pitch) = (block.knownFloat(at: 20), block.knownFloat(at: 24))
    roll = block.knownFloat(at: 28)
  }

  /// The heading, if it was computed.
  var validHeading: Double? { error == 0 && (1...4).contains(mode) ? heading : nil }

  var isFixed: Bool { mode == 2 || mode == 4 }
}

/// AttCovEuler: variances of the attitude, square degrees.
///
///     error heading pitch roll …
///     15    16      20    24
struct AttCovEuler: SBFBlock {
  var error: UInt8
  var heading: Double?
  var pitch: Double?
  var roll: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 28 else { return nil }
    error = block.byte(at: 15)
    (heading, pitch) = (block.knownFloat(at: 16), block.knownFloat(at: 20))
    roll = block.knownFloat(at: 24)
  }

  /// Degrees.
  var headingDeviation: Double? {
    guard error == 0, let heading, heading > 0 else { return nil }
    return heading.squareRoot()
  }
}

/// BaseVectorCart and BaseVectorGeod: vectors from base stations, which are counted.
///
///     N  length of each …
///     14 15
struct BaseVectors: SBFBlock {
  var count: UInt8

  init?(_ block: RawSpan) {
    guard block.byteCount >= 16 else { return nil }
    count = block.byte(at: 14)
  }
}
