// Core Location for Linux. SPDX-License-Identifier: MIT

/// The kind of a frame: its class and its identifier within that.
public struct FrameKind: RawRepresentable, Hashable, Sendable {
  /// The class in the upper byte, the identifier in the lower one.
  public let rawValue: UInt16

  /// Creates the kind with its class in the upper byte and its identifier in the lower one.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Creates the kind from its class and its identifier within that.
  public init(_ messageClass: UInt8, _ identifier: UInt8) {
    rawValue = UInt16(messageClass) << 8 | UInt16(identifier)
  }

  /// The class, such as 01 for NAV.
  public var messageClass: UInt8 { UInt8(rawValue >> 8) }
  /// The identifier within the class.
  public var identifier: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension FrameKind: CustomStringConvertible {
  /// The name in u-blox's data sheets, as in `NAV-PVT`; of unknown kinds, class and identifier, as in `01-7F`.
  public var description: String {
    let className = Self.classes[messageClass] ?? Self.hex(messageClass)
    return "\(className)-\(Self.names[rawValue] ?? Self.hex(identifier))"
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static let classes: [UInt8: String] = [
    0x01: "NAV", 0x02: "RXM", 0x04: "INF", 0x05: "ACK", 0x06: "CFG", 0x09: "UPD", 0x0A: "MON",
    0x0B: "AID", 0x0D: "TIM", 0x10: "ESF", 0x13: "MGA", 0x21: "LOG", 0x27: "SEC", 0x28: "HNR",
    0x29: "NAV2",
  ]

  /// The messages within their classes.
  private static let names: [UInt16: String] = [
    0x0101: "POSECEF", 0x0102: "POSLLH", 0x0103: "STATUS", 0x0104: "DOP", 0x0105: "ATT",
    0x0106: "SOL", 0x0107: "PVT", 0x0109: "ODO", 0x0110: "RESETODO", 0x0111: "VELECEF",
    0x0112: "VELNED", 0x0113: "HPPOSECEF", 0x0114: "HPPOSLLH", 0x0117: "PVAT", 0x0120: "TIMEGPS",
    0x0121: "TIMEUTC", 0x0122: "CLOCK", 0x0123: "TIMEGLO", 0x0124: "TIMEBDS", 0x0125: "TIMEGAL",
    0x0126: "TIMELS", 0x0127: "TIMEQZSS", 0x0128: "NMI", 0x0130: "SVINFO", 0x0131: "DGPS",
    0x0132: "SBAS", 0x0134: "ORB", 0x0135: "SAT", 0x0136: "COV", 0x0139: "GEOFENCE", 0x013B: "SVIN",
    0x013C: "RELPOSNED", 0x013D: "EELL", 0x0140: "EKFSTATUS", 0x0142: "SLAS", 0x0143: "SIG",
    0x0160: "AOPSTATUS", 0x0161: "EOE", 0x0162: "PL", 0x0163: "TIMENAVIC",
    0x0164: "TIMETRUSTED",
    0x0210: "RAW", 0x0211: "SFRB", 0x0213: "SFRBX", 0x0214: "MEASX", 0x0215: "RAWX", 0x0220: "SVSI",
    0x0230: "ALM", 0x0231: "EPH", 0x0232: "RTCM", 0x0233: "COR", 0x0234: "SPARTN",
    0x0236: "SPARTNKEY", 0x0241: "PMREQ", 0x0259: "RLM", 0x0261: "IMES", 0x0272: "PMP",
    0x0273: "QZSSL6", 0x0284: "TM",
    0x0400: "ERROR", 0x0401: "WARNING", 0x0402: "NOTICE", 0x0403: "TEST", 0x0404: "DEBUG",
    0x0500: "NAK", 0x0501: "ACK",
    0x0600: "PRT", 0x0601: "MSG", 0x0602: "INF", 0x0604: "RST", 0x0606: "DAT", 0x0608: "RATE",
    0x0609: "CFG", 0x060E: "FXN", 0x0611: "RXM", 0x0613: "ANT", 0x0616: "SBAS", 0x0617: "NMEA",
    0x061B: "USB", 0x061D: "TMODE", 0x061E: "ODO", 0x0623: "NAVX5", 0x0624: "NAV5", 0x0631: "TP5",
    0x0634: "RINV", 0x0639: "ITFM", 0x063B: "PM2", 0x063D: "TMODE2", 0x063E: "GNSS",
    0x0647: "LOGFILTER", 0x0657: "PWR", 0x0669: "GEOFENCE", 0x0670: "DGNSS", 0x0671: "TMODE3",
    0x0682: "ESFALG", 0x0684: "ADR", 0x0686: "PMS", 0x068A: "VALSET", 0x068B: "VALGET",
    0x068C: "VALDEL", 0x0693: "BATCH",
    0x0914: "SOS",
    0x0A02: "IO", 0x0A04: "VER", 0x0A06: "MSGPP", 0x0A07: "RXBUF", 0x0A08: "TXBUF", 0x0A09: "HW",
    0x0A0B: "HW2", 0x0A21: "RXR", 0x0A27: "PATCH", 0x0A28: "GNSS", 0x0A2E: "SMGR", 0x0A2F: "SPT",
    0x0A31: "SPAN", 0x0A32: "BATCH", 0x0A36: "COMMS", 0x0A37: "HW3", 0x0A38: "RF", 0x0A39: "SYS",
    0x0A3B: "TEMP",
    0x0B01: "INI", 0x0B02: "HUI", 0x0B30: "ALM", 0x0B31: "EPH", 0x0B33: "AOP",
    0x0D01: "TP", 0x0D03: "TM2", 0x0D04: "SVIN", 0x0D06: "VRFY", 0x0D11: "DOSC", 0x0D12: "TOS",
    0x0D13: "SMEAS", 0x0D15: "VCOCAL", 0x0D16: "FCHG", 0x0D17: "HOC",
    0x1002: "MEAS", 0x1003: "RAW", 0x1010: "STATUS", 0x1014: "ALG", 0x1015: "INS",
    0x1300: "GPS", 0x1302: "GAL", 0x1303: "BDS", 0x1305: "QZSS", 0x1306: "GLO", 0x1320: "ANO",
    0x1321: "FLASH", 0x1340: "INI", 0x1360: "ACK", 0x1380: "DBD",
    0x2103: "ERASE", 0x2104: "STRING", 0x2107: "CREATE", 0x2108: "INFO", 0x2109: "RETRIEVE",
    0x210B: "RETRIEVEPOS", 0x210D: "RETRIEVESTRING", 0x210E: "FINDTIME", 0x210F: "RETRIEVEPOSEXTRA",
    0x2110: "RETRIEVEBATCH", 0x2111: "BATCH",
    0x2701: "SIGN", 0x2703: "UNIQID", 0x2709: "SIG", 0x270A: "OSNMA", 0x2710: "SIGLOG",
    0x2800: "PVT", 0x2801: "ATT", 0x2802: "INS",
  ]
}
