// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

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

/// The messages of Allystar by class and identifier.
enum AllystarMessages {
  /// Those that are read; a new one needs a line here.
  ///
  /// Some have the fields of u-blox's.
  private static let read: [UInt16: @Sendable (RawSpan) -> (any Encodable & Sendable)?] = [
    0x0102: { NAVPOSLLH($0) }, 0x0104: { NAVDOP($0) }, 0x0112: { NAVVELNED($0) },
    0x0105: { AllystarTime($0) }, 0x0121: { AllystarUTC($0) }, 0x01C0: { AllystarAuto($0) },
    0x01C1: { AllystarPVT($0) },
  ]

  /// Returns the fields of a frame's message; `nil` if they are not read, or the frame is too short for them.
  static func message(_ frame: RawSpan) -> (any Encodable & Sendable)? {
    read[AllystarProtocol.kind(of: frame)]?(frame.extracting(6..<frame.byteCount - 2))
  }

  static let names: [UInt16: String] = [
    0x0101: "NAV-POSECEF", 0x0102: "NAV-POSLLH", 0x0104: "NAV-DOP", 0x0105: "NAV-TIME",
    0x0111: "NAV-VELECEF", 0x0112: "NAV-VELNED", 0x0121: "NAV-TIMEUTC", 0x0122: "NAV-CLOCK",
    0x0123: "NAV-CLOCK2", 0x0126: "NAV-PVERR", 0x0130: "NAV-SVINFO", 0x0132: "NAV-SVSTATE",
    0x01C0: "NAV-AUTO", 0x01C1: "NAV-PVT", 0x0201: "RXM-DUMPRAW", 0x0202: "RXM-GALSAR",
    0x0500: "ACK-NAK", 0x0501: "ACK-ACK", 0x0600: "CFG-PRT", 0x0601: "CFG-MSG",
    0x0607: "CFG-PPS", 0x0609: "CFG-CFG", 0x060C: "CFG-NAVSAT", 0x0612: "CFG-SURVEY",
    0x0613: "CFG-FIXEDLLA", 0x0614: "CFG-FIXEDECEF", 0x0640: "CFG-SIMPLERST", 0x0A04: "MON-VER",
    0x0A05: "MON-INFO", 0x0A08: "MON-TRKCHAN", 0x0A09: "MON-RCVCLK", 0x0A0A: "MON-CWI",
  ]
}
