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

/// The messages of CASIC by class and identifier: NAV is the first generation (AT6558), NAV2 the second (AT632, AT372).
enum CASICMessages {
  /// Those that are read; a new one needs a line here.
  private static let read: [UInt16: any CASICMessage.Type] = [
    0x0100: CASICStatus.self, 0x0101: CASICDilutions.self, 0x0102: CASICSolution.self,
    0x0103: CASICPosition.self, 0x0110: CASICTime.self, 0x0120: CASICSatellites.self,
    0x0121: CASICSatellites.self, 0x0122: CASICSatellites.self,
    0x1101: CASIC2Dilutions.self, 0x1102: CASIC2Solution.self, 0x1103: CASIC2Position.self,
    0x1105: CASIC2Time.self,
  ]

  /// Returns the fields of a frame's message; `nil` if they are not read, or the frame is too short for them.
  static func message(_ frame: RawSpan) -> (any CASICMessage)? {
    read[CASICProtocol.kind(of: frame)]?.init(frame.extracting(6..<frame.byteCount - 4))
  }

  static let names: [UInt16: String] = [
    0x0100: "NAV-STATUS", 0x0101: "NAV-DOP", 0x0102: "NAV-SOL", 0x0103: "NAV-PV",
    0x0110: "NAV-TIMEUTC", 0x0111: "NAV-CLOCK", 0x0112: "NAV-CLOCK2", 0x0120: "NAV-GPSINFO",
    0x0121: "NAV-BDSINFO", 0x0122: "NAV-GLNINFO", 0x0200: "TIM-TP", 0x0310: "RXM-MEASX",
    0x0311: "RXM-SVPOS", 0x0500: "ACK-NAK", 0x0501: "ACK-ACK", 0x0600: "CFG-PRT",
    0x0601: "CFG-MSG", 0x0602: "CFG-RST", 0x0603: "CFG-TP", 0x0604: "CFG-RATE",
    0x0605: "CFG-CFG", 0x0606: "CFG-TMODE", 0x0607: "CFG-NAVX", 0x0608: "CFG-GROUP",
    0x0800: "MSG-BDSUTC", 0x0801: "MSG-BDSION", 0x0802: "MSG-BDSEPH", 0x0805: "MSG-GPSUTC",
    0x0806: "MSG-GPSION", 0x0807: "MSG-GPSEPH", 0x0808: "MSG-GLNEPH", 0x0A04: "MON-VER",
    0x0A09: "MON-HW", 0x0B01: "AID-INI", 0x0B03: "AID-HUI", 0x1101: "NAV2-DOP",
    0x1102: "NAV2-SOL", 0x1103: "NAV2-PVH", 0x1105: "NAV2-TIMEUTC", 0x1106: "NAV2-SIG",
  ]
}

/// A message whose fields are read.
///
/// Offsets are those in the payload; later firmware may append fields.
protocol CASICMessage: Encodable, Sendable {
  init?(_ payload: RawSpan)
}
