// Core Location for Linux. SPDX-License-Identifier: MIT

/// Frames of other protocols, with checksums that are computed bit by bit, as their definitions say.
enum ProtocolFrames {
  /// Returns a log as a line of text: `#` or `%`, the text, and its CRC-32.
  static func log(_ text: String, opener: String = "#") -> [UInt8] {
    line(opener, text)
  }

  /// Returns KSXT with a CRC-32.
  static func ksxt(_ text: String) -> [UInt8] { line("$", text) }

  private static func line(_ opener: String, _ text: String) -> [UInt8] {
    let sum = String(crc32(Array(text.utf8)), radix: 16)
    let digits = String(repeating: "0", count: 8 - sum.count) + sum
    return Array("\(opener)\(text)*\(digits)\r\n".utf8)
  }

  /// Returns a frame of bytes to which the CRC-32 is added.
  static func withCRC32(_ bytes: [UInt8]) -> [UInt8] {
    let sum = crc32(bytes)
    return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) }
  }

  /// Returns a log of NovAtel's with the long header: FINESTEERING, week 2370, 561,618 seconds.
  static func novAtel(_ number: UInt16, _ payload: FramePayload) -> [UInt8] {
    let header = FramePayload(28).with(UInt16(0x44AA), at: 0).with(UInt8(0x12), at: 2)
      .with(UInt8(28), at: 3).with(number, at: 4).with(UInt16(payload.bytes.count), at: 8)
      .with(UInt8(180), at: 13).with(UInt16(2370), at: 14).with(UInt32(561_618_000), at: 16)
    return withCRC32(header.bytes + payload.bytes)
  }

  /// Returns a log of Unicore's: FINE, week 2370, 561,618 seconds, 18 leap seconds.
  static func unicore(_ number: UInt16, _ payload: FramePayload, status: UInt8 = 160) -> [UInt8] {
    let header = FramePayload(24).with(UInt16(0x44AA), at: 0).with(UInt8(0xB5), at: 2)
      .with(number, at: 4).with(UInt16(payload.bytes.count), at: 6)
      .with(status, at: 9).with(UInt16(2370), at: 10).with(UInt32(561_618_000), at: 12)
      .with(UInt8(18), at: 21)
    return withCRC32(header.bytes + payload.bytes)
  }

  /// Returns a block of SBF whose body follows the header of eight bytes; a multiple of four.
  static func sbf(_ number: UInt16, _ body: [UInt8]) -> [UInt8] {
    let rest = FramePayload(4).with(number, at: 0).with(UInt16(8 + body.count), at: 2).bytes + body
    var remainder: UInt16 = 0
    for byte in rest {
      for bit in (0..<8).reversed() {
        let carries = (remainder & 0x8000 != 0) != (byte >> UInt8(bit) & 1 != 0)
        remainder = remainder << 1 ^ (carries ? 0x1021 : 0)
      }
    }
    return [0x24, 0x40, UInt8(remainder & 0xFF), UInt8(remainder >> 8)] + rest
  }

  /// Returns a message of RTCM 3.
  static func rtcm3(_ payload: [UInt8]) -> [UInt8] {
    let frame = [0xD3, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    var remainder: UInt32 = 0
    for byte in frame {
      for bit in (0..<8).reversed() {
        let carries = (remainder & 0x80_0000 != 0) != (byte >> UInt8(bit) & 1 != 0)
        remainder = (remainder << 1 ^ (carries ? 0x86_4CFB : 0)) & 0xFF_FFFF
      }
    }
    return frame + [UInt8(remainder >> 16), UInt8(remainder >> 8 & 0xFF), UInt8(remainder & 0xFF)]
  }

  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var remainder: UInt32 = 0
    for byte in bytes {
      for bit in 0..<8 {
        let carries = (remainder & 1 != 0) != (byte >> UInt8(bit) & 1 != 0)
        remainder = remainder >> 1 ^ (carries ? 0xEDB8_8320 : 0)
      }
    }
    return remainder
  }
}

extension FramePayload {
  /// Returns the first bytes of the payload.
  func cut(to count: Int) -> FramePayload {
    (0..<count).reduce(FramePayload(count)) { $0.with(bytes[$1], at: $1) }
  }

  /// Returns the payload with a number of IEEE 754 in four bytes.
  func with(_ number: Float, at offset: Int) -> FramePayload {
    with(number.bitPattern, at: offset)
  }

  /// Returns the payload with a number of IEEE 754 in eight bytes.
  func with(_ number: Double, at offset: Int) -> FramePayload {
    with(number.bitPattern, at: offset)
  }
}
