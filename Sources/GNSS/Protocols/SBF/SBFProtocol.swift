// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Septentrio Binary Format: blocks with a CRC-16 over everything after it.
///
///     24 40 CRC (2) ID (2: number in bits 0–12, revision in 13–15) length of the block (2) TOW (4) WNc (2) …
///     0  1  2       4                                              6                       8       12
enum SBFProtocol: ReceiverProtocol {
  static let name = "SBF (Septentrio)"
  static let maker: String? = "Septentrio"
  static let openers: [[UInt8]] = [[0x24, 0x40]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 8 else { return .incomplete }
    let byteCount = Int(bytes.integer(UInt16.self, at: 6))
    // No block is shorter than its header; among zeros, a length and a checksum of zero would be valid.
    guard byteCount >= 8, byteCount % 4 == 0 else { return .damaged }
    return bytes.frame(of: byteCount) { $0.crc16(4..<byteCount) == $0.integer(at: 2) }
  }

  static func messageName(of frame: RawSpan) -> String {
    let number = SBFHeader(frame).number
    return SBFBlocks.names[number] ?? "block \(number)"
  }

  static func message(in frame: RawSpan) -> (any Encodable)? {
    SBFBlocks.block(frame).map { SBFBlockWithTime(header: SBFHeader(frame), block: $0) }
  }

  static func makeReader() -> (any ProtocolReader)? { SBFReader() }
}
