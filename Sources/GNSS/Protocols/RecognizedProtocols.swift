// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Binary protocols that are recognized by their checksums, so that they can be named, and not read.

import NMEA0183

/// RTCM 3: corrections, which say nothing about where the receiver is.
///
///     D3 length (6 zero bits and 10 bits, the higher byte first) payload CRC-24Q (3)
///     0  1                                                       3
enum RTCM3Protocol: ReceiverProtocol {
  static let name = "RTCM 3"
  static let openers: [[UInt8]] = [[0xD3]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount > 1 else { return .incomplete }
    guard bytes.byte(at: 1) < 4 else { return .none }
    guard bytes.byteCount > 2 else { return .incomplete }
    let byteCount = 6 + Int(bytes.byte(at: 1)) << 8 + Int(bytes.byte(at: 2))
    return bytes.frame(of: byteCount) { $0.crc24(0..<byteCount) == 0 }
  }
}

/// Quectel's binary protocol, with the layout of UBX.
enum QGCProtocol: ReceiverProtocol {
  static let name = "QGC (Quectel)"
  static let openers: [[UInt8]] = [[0x51, 0x47]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame { bytes.frameLikeUBX() }
}

/// SiRF's binary protocol.
///
///     A0 A2 length (2, the higher byte first) payload sum (2, 15 bits) B0 B3
///     0  1  2                                 4
enum SiRFProtocol: ReceiverProtocol {
  static let name = "SiRF binary"
  static let openers: [[UInt8]] = [[0xA0, 0xA2]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 4 else { return .incomplete }
    let end = 4 + Int(bytes.integer(UInt16.self, at: 2).byteSwapped)
    return bytes.frame(of: end + 4) { frame in
      let sum = (4..<end).reduce(UInt16(0)) { $0 &+ UInt16(frame.byte(at: $1)) } & 0x7FFF
      return sum == frame.integer(UInt16.self, at: end).byteSwapped
        && frame.integer(UInt16.self, at: end + 2) == 0xB3B0
    }
  }
}

/// SkyTraq's binary protocol.
///
///     A0 A1 length (2, the higher byte first) payload exclusive or 0D 0A
///     0  1  2                                 4
enum SkyTraqProtocol: ReceiverProtocol {
  static let name = "SkyTraq binary"
  static let openers: [[UInt8]] = [[0xA0, 0xA1]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 4 else { return .incomplete }
    let end = 4 + Int(bytes.integer(UInt16.self, at: 2).byteSwapped)
    return bytes.frame(of: end + 3) { frame in
      frame.exclusiveOr(4..<end) == frame.byte(at: end)
        && frame.integer(UInt16.self, at: end + 1) == 0x0A0D
    }
  }
}

/// Motorola's Oncore: `@@`, two letters that tell the length, payload, exclusive or, CR LF.
enum OncoreProtocol: ReceiverProtocol {
  static let name = "Oncore binary (Motorola)"
  static let openers: [[UInt8]] = [[0x40, 0x40]]

  /// The longest frame, in bytes: the identification of the receiver, @@Cj.
  private static let longest = 294

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    for offset in 2..<4 where offset < bytes.byteCount {
      let letter = bytes.byte(at: offset) | 0x20
      guard (0x61...0x7A).contains(letter) else { return .none }
    }
    var end = 7
    // A payload, too, may contain CR LF.
    while end <= min(bytes.byteCount, longest) {
      if bytes.integer(UInt16.self, at: end - 2) == 0x0A0D,
        bytes.exclusiveOr(2..<end - 3) == bytes.byte(at: end - 3)
      {
        return .whole(byteCount: end)
      }
      end += 1
    }
    return bytes.byteCount < longest ? .incomplete : .none
  }
}
