// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The binary protocol of Allystar's receivers, such as TAU1201 and TAU951M: that of u-blox with other first bytes.
///
///     F1 D9 class identifier length (2) payload checksum (2)
///     0  1  2     3          4          6
enum AllystarProtocol: ReceiverProtocol {
  static let name = "Allystar binary"
  static let maker: String? = "Allystar"
  static let openers: [[UInt8]] = [[0xF1, 0xD9]]

  /// The checksum has only sixteen bits.
  static let needsTwoFrames = true

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 3 else { return .incomplete }
    // Other classes are noise.
    switch bytes.byte(at: 2) {
    case 0x01...0x0D, 0xF0...0xF8: return bytes.frameLikeUBX()
    default: return .none
    }
  }

  static func messageName(of frame: RawSpan) -> String {
    let kind = kind(of: frame)
    return AllystarMessages.names[kind] ?? "message \(kind >> 8)-\(kind & 0xFF)"
  }

  static func message(in frame: RawSpan) -> (any Encodable)? { AllystarMessages.message(frame) }

  static func makeReader() -> (any ProtocolReader)? { AllystarReader() }

  /// The class, and the identifier in the lower byte.
  static func kind(of frame: RawSpan) -> UInt16 {
    UInt16(frame.byte(at: 2)) << 8 | UInt16(frame.byte(at: 3))
  }
}
