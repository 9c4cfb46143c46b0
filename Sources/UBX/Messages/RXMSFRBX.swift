// Core Location for Linux. SPDX-License-Identifier: MIT

/// RXM-SFRBX: a part of a satellite's navigation message, as it was sent.
///
///     gnssId svId sigId freqId numWords chn version reserved  dwrd
///     0      1    2     3      4        5   6       7         8    (4 bytes each)
public struct RXMSFRBX: FrameMessage {
  /// Class 02, identifier 13.
  public static let kind = FrameKind(0x02, 0x13)

  /// The system, as in NAV-SAT.
  public var system: UInt8
  /// The satellite's number, as in NAV-SAT.
  public var number: UInt8
  /// The signal, by u-blox's number; 0 from receivers of the eighth generation, which receive one of each system.
  public var signal: UInt8
  /// The words; the first bit sent is the highest of the first.
  public var words: [UInt32]

  /// Reads a payload; `nil` if it is too short.
  public init?(_ payload: RawSpan) {
    guard payload.byteCount >= 8 else { return nil }
    (system, number) = (payload.byte(at: 0), payload.byte(at: 1))
    signal = payload.byte(at: 2)
    let count = min(Int(payload.byte(at: 4)), (payload.byteCount - 8) / 4)
    words = (0..<count).map { payload.integer(at: 8 + 4 * $0) }
  }

  /// The 30 bytes of a page of Galileo's I/NAV message on E1-B; `nil` if it is something else.
  ///
  /// An even part and an odd one, each of 120 bits and eight of padding. Some firmware of the ninth generation adds a word.
  public var galileoPage: [UInt8]? {
    guard system == 2, signal <= 1, words.count >= 8 else { return nil }
    let bytes = words.prefix(8).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
    }
    return Array(bytes[0..<15] + bytes[16..<31])
  }
}
