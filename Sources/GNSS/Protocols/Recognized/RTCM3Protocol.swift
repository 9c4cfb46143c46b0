// Core Location for Linux. SPDX-License-Identifier: MIT

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
