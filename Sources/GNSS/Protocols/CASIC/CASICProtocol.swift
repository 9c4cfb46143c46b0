// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The binary protocol of Hangzhou Zhongke's receivers, such as ATGM336H and L76K, in both of its generations.
///
///     BA CE length of the payload (2) class identifier payload sum of 32-bit words (4)
///     0  1  2                         4     5          6
enum CASICProtocol: ReceiverProtocol {
  static let name = "CASIC binary"
  static let openers: [[UInt8]] = [[0xBA, 0xCE]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 4 else { return .incomplete }
    let length = Int(bytes.integer(UInt16.self, at: 2))
    guard length % 4 == 0 else { return .damaged }
    return bytes.frame(of: 10 + length) { frame in
      // The header counts as the first word.
      let sum = stride(from: 2, to: 6 + length, by: 4).reduce(UInt32(0)) {
        $0 &+ frame.integer(UInt32.self, at: $1)
      }
      return sum == frame.integer(at: 6 + length)
    }
  }

  static func messageName(of frame: RawSpan) -> String {
    let kind = kind(of: frame)
    return CASICMessages.names[kind] ?? "message \(kind >> 8)-\(kind & 0xFF)"
  }

  static func message(in frame: RawSpan) -> (any Encodable)? { CASICMessages.message(frame) }

  static func makeReader() -> (any ProtocolReader)? { CASICReader() }

  /// The class, and the identifier in the lower byte.
  static func kind(of frame: RawSpan) -> UInt16 {
    UInt16(frame.byte(at: 4)) << 8 | UInt16(frame.byte(at: 5))
  }
}
