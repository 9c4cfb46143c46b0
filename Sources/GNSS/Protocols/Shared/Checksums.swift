// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The checksums of receivers' protocols.
extension RawSpan {
  /// The CRC-32 of NovAtel and Unicore, and of KSXT: reflected polynomial EDB88320, from 0, not inverted (2DFD2D88 for
  /// `123456789`).
  func crc32(_ range: Range<Int>) -> UInt32 {
    var remainder: UInt32 = 0
    for offset in range {
      let index = UInt8(truncatingIfNeeded: remainder) ^ byte(at: offset)
      remainder = remainder >> 8 ^ Self.crc32Table[Int(index)]
    }
    return remainder
  }

  /// The CRC-16 of SBF: polynomial 1021, from 0 (31C3 for `123456789`).
  func crc16(_ range: Range<Int>) -> UInt16 {
    var remainder: UInt16 = 0
    for offset in range {
      remainder ^= UInt16(byte(at: offset)) << 8
      for _ in 0..<8 { remainder = remainder << 1 ^ (remainder & 0x8000 == 0 ? 0 : 0x1021) }
    }
    return remainder
  }

  /// The CRC-24Q of RTCM 3: polynomial 1864CFB, from 0; it is 0 over a frame that ends with it.
  func crc24(_ range: Range<Int>) -> UInt32 {
    var remainder: UInt32 = 0
    for offset in range {
      remainder ^= UInt32(byte(at: offset)) << 16
      for _ in 0..<8 {
        remainder = remainder << 1 ^ (remainder & 0x80_0000 == 0 ? 0 : 0x186_4CFB)
      }
    }
    return remainder & 0xFF_FFFF
  }

  /// Fletcher's checksum of UBX and its kin, the first sum in the lower byte.
  func fletcher(_ range: Range<Int>) -> UInt16 {
    var (first, second): (UInt8, UInt8) = (0, 0)
    for offset in range {
      first &+= byte(at: offset)
      second &+= first
    }
    return UInt16(second) << 8 | UInt16(first)
  }

  /// The exclusive or.
  func exclusiveOr(_ range: Range<Int>) -> UInt8 {
    var sum: UInt8 = 0
    for offset in range { sum ^= byte(at: offset) }
    return sum
  }

  private static let crc32Table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { remainder, _ in
      remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xEDB8_8320)
    }
  }
}

extension RawSpan {
  /// Returns what bytes amount to that begin with the header of a frame of so many bytes.
  ///
  /// - Parameter isIntact: whether the frame's checksum is right; called once all of it is there.
  func frame(of byteCount: Int, isIntact: (RawSpan) -> Bool) -> ForeignFrame {
    guard byteCount <= ReceiverProtocols.longestFrame else { return .damaged }
    guard self.byteCount >= byteCount else { return .incomplete }
    return isIntact(self) ? .whole(byteCount: byteCount) : .damaged
  }

  /// Returns the same for a frame with the layout of UBX: two bytes, class, identifier, length, payload, Fletcher's checksum.
  func frameLikeUBX() -> ForeignFrame {
    guard byteCount >= 6 else { return .incomplete }
    let end = 6 + Int(integer(UInt16.self, at: 4))
    return frame(of: end + 2) { $0.fletcher(2..<end) == $0.integer(at: end) }
  }
}
