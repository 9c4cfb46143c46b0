// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a receiver says about jamming: 0 unknown or off, 1 none, 2 interference while there is a fix, 3 critical.
///
/// A ZED-F9P is at 2 most of the time.
public struct JammingState: RawRepresentable, Hashable, Sendable, Encodable {
  /// The value as it is sent.
  public let rawValue: UInt8

  /// Creates the value that is sent as this number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// MON-HW: the radio part, of receivers before the ninth generation.
///
///     pinSel … noisePerMS agcCnt aStatus aPower flags … jamInd
///     0        16         18     20      21     22      45     (53 in older receivers, with 68 bytes)
public struct MONHW: FrameMessage {
  /// Class 0A, identifier 09.
  public static let kind = FrameKind(0x0A, 0x09)

  /// The noise as the receiver measures it, without a unit.
  public var noise: UInt16
  /// The gain, 0…8191; it falls under jamming.
  public var gain: UInt16
  /// The antenna: 0 starting, 1 unknown, 2 good, 3 short circuit, 4 open.
  public var antenna: UInt8
  /// Bits 2 and 3 of `flags`: what the receiver says about jamming.
  public var jamming: JammingState
  /// Strength of a continuous interfering wave, 0…255, without a unit.
  public var continuousWave: UInt8

  /// Reads a payload; `nil` if its length is another.
  public init?(_ payload: RawSpan) {
    guard [60, 68].contains(payload.byteCount) else { return nil }
    noise = payload.integer(at: 16)
    gain = payload.integer(at: 18)
    antenna = payload.byte(at: 20)
    jamming = JammingState(rawValue: payload.byte(at: 22) >> 2 & 3)
    continuousWave = payload.byte(at: payload.byteCount >= 68 ? 53 : 45)
  }
}

/// MON-RF: the radio part.
///
/// The state of jamming is always 0 in firmware HPG 1.50 and later of the ZED-F9P, and in the ZED-X20P: they report it in
/// SEC-SIG.
///
///     version nBlocks  blockId flags antStatus antPower … noisePerMS agcCnt jamInd
///     0       1        4       5     6         7          16         18     20     (24 bytes each)
public struct MONRF: FrameMessage {
  /// Class 0A, identifier 38.
  public static let kind = FrameKind(0x0A, 0x38)

  /// One band.
  public struct Block: Hashable, Sendable, Encodable {
    /// The number of the band.
    public var number: UInt8
    /// Bits 0 and 1 of `flags`: what the receiver says about jamming.
    public var jamming: JammingState
    /// The antenna, as in MON-HW.
    public var antenna: UInt8
    /// The noise as the receiver measures it, without a unit.
    public var noise: UInt16
    /// The gain, 0…8191; it falls under jamming.
    public var gain: UInt16
    /// Strength of a continuous interfering wave, 0…255, without a unit.
    public var continuousWave: UInt8
  }

  /// The bands, in the order of the receiver.
  public var blocks: [Block]

  /// Reads a payload; `nil` if its length is another.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 4 else { return nil }
    let count = Int(payload.byte(at: 1))
    guard payload.byteCount == 4 + 24 * count else { return nil }
    blocks = (0..<count).map { index in
      let start = 4 + 24 * index
      return Block(
        number: payload.byte(at: start),
        jamming: JammingState(rawValue: payload.byte(at: start + 1) & 3),
        antenna: payload.byte(at: start + 2), noise: payload.integer(at: start + 12),
        gain: payload.integer(at: start + 14), continuousWave: payload.byte(at: start + 16))
    }
  }
}

/// SEC-SIG: jamming and spoofing.
///
///     version 1: version … jamFlags … spfFlags      versions 2 and 3: version flags … count
///                0         4          8                               0       1       3     (4 bytes each)
///
/// The ZED-X20P sends version 3, with the layout of version 2.
public struct SECSIG: FrameMessage {
  /// Class 27, identifier 09.
  public static let kind = FrameKind(0x27, 0x09)

  /// What the receiver says about jamming; `nil` if it does not watch for it.
  public var jamming: JammingState?
  /// Spoofing: 0 unknown, 1 none, 2 indicated, 3 affirmed; `nil` if the receiver does not watch for it.
  public var spoofing: UInt8?

  /// Reads a payload; `nil` if its length or its version is another.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 4 else { return nil }
    switch payload.byte(at: 0) {
    case 1:
      guard payload.byteCount == 12 else { return nil }
      if payload.bit(0, at: 4) { jamming = JammingState(rawValue: payload.byte(at: 4) >> 1 & 3) }
      if payload.bit(0, at: 8) { spoofing = payload.byte(at: 8) >> 1 & 7 }
    case 2, 3:
      guard payload.byteCount == 4 + 4 * Int(payload.byte(at: 3)) else { return nil }
      let flags = payload.byte(at: 1)
      if payload.bit(0, at: 1) { jamming = JammingState(rawValue: flags >> 1 & 3) }
      if payload.bit(3, at: 1) { spoofing = flags >> 4 & 7 }
    default: return nil
    }
  }
}
