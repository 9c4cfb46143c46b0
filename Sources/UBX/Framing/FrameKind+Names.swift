// Core Location for Linux. SPDX-License-Identifier: MIT

extension FrameKind: CustomStringConvertible {
  /// The name in u-blox's data sheets, as in `NAV-PVT`; of unknown kinds, class and identifier, as in `01-7F`.
  package var description: String {
    let (className, names) = Self.classes[messageClass] ?? (Self.hex(messageClass), [:])
    return "\(className)-\(names[identifier] ?? Self.hex(identifier))"
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The classes, and the messages of each.
  private static let classes: [UInt8: (name: String, messages: [UInt8: String])] = [
    0x01: (
      "NAV",
      [
        0x01: "POSECEF", 0x02: "POSLLH", 0x03: "STATUS", 0x04: "DOP", 0x05: "ATT", 0x06: "SOL",
        0x07: "PVT", 0x09: "ODO", 0x10: "RESETODO", 0x11: "VELECEF", 0x12: "VELNED",
        0x13: "HPPOSECEF", 0x14: "HPPOSLLH", 0x17: "PVAT", 0x20: "TIMEGPS", 0x21: "TIMEUTC",
        0x22: "CLOCK", 0x23: "TIMEGLO", 0x24: "TIMEBDS", 0x25: "TIMEGAL", 0x26: "TIMELS",
        0x27: "TIMEQZSS", 0x28: "NMI", 0x30: "SVINFO", 0x31: "DGPS", 0x32: "SBAS", 0x34: "ORB",
        0x35: "SAT", 0x36: "COV", 0x39: "GEOFENCE", 0x3B: "SVIN", 0x3C: "RELPOSNED", 0x3D: "EELL",
        0x40: "EKFSTATUS", 0x42: "SLAS", 0x43: "SIG", 0x60: "AOPSTATUS", 0x61: "EOE", 0x62: "PL",
        0x63: "TIMENAVIC",
      ]
    ),
    0x02: (
      "RXM",
      [
        0x10: "RAW", 0x11: "SFRB", 0x13: "SFRBX", 0x14: "MEASX", 0x15: "RAWX", 0x20: "SVSI",
        0x30: "ALM", 0x31: "EPH", 0x32: "RTCM", 0x33: "COR", 0x34: "SPARTN", 0x36: "SPARTNKEY",
        0x41: "PMREQ", 0x59: "RLM", 0x61: "IMES", 0x72: "PMP", 0x73: "QZSSL6", 0x84: "TM",
      ]
    ),
    0x04: (
      "INF",
      [
        0x00: "ERROR", 0x01: "WARNING", 0x02: "NOTICE", 0x03: "TEST", 0x04: "DEBUG",
      ]
    ),
    0x05: (
      "ACK",
      [
        0x00: "NAK", 0x01: "ACK",
      ]
    ),
    0x06: (
      "CFG",
      [
        0x00: "PRT", 0x01: "MSG", 0x02: "INF", 0x04: "RST", 0x06: "DAT", 0x08: "RATE", 0x09: "CFG",
        0x0E: "FXN", 0x11: "RXM", 0x13: "ANT", 0x16: "SBAS", 0x17: "NMEA", 0x1B: "USB",
        0x1D: "TMODE", 0x1E: "ODO", 0x23: "NAVX5", 0x24: "NAV5", 0x31: "TP5", 0x34: "RINV",
        0x39: "ITFM", 0x3B: "PM2", 0x3D: "TMODE2", 0x3E: "GNSS", 0x47: "LOGFILTER", 0x57: "PWR",
        0x69: "GEOFENCE", 0x70: "DGNSS", 0x71: "TMODE3", 0x82: "ESFALG", 0x84: "ADR", 0x86: "PMS",
        0x8A: "VALSET", 0x8B: "VALGET", 0x8C: "VALDEL", 0x93: "BATCH",
      ]
    ),
    0x09: (
      "UPD",
      [
        0x14: "SOS"
      ]
    ),
    0x0A: (
      "MON",
      [
        0x02: "IO", 0x04: "VER", 0x06: "MSGPP", 0x07: "RXBUF", 0x08: "TXBUF", 0x09: "HW",
        0x0B: "HW2", 0x21: "RXR", 0x27: "PATCH", 0x28: "GNSS", 0x2E: "SMGR", 0x2F: "SPT",
        0x31: "SPAN", 0x32: "BATCH", 0x36: "COMMS", 0x37: "HW3", 0x38: "RF", 0x39: "SYS",
        0x3B: "TEMP",
      ]
    ),
    0x0B: (
      "AID",
      [
        0x01: "INI", 0x02: "HUI", 0x30: "ALM", 0x31: "EPH", 0x33: "AOP",
      ]
    ),
    0x0D: (
      "TIM",
      [
        0x01: "TP", 0x03: "TM2", 0x04: "SVIN", 0x06: "VRFY", 0x11: "DOSC", 0x12: "TOS",
        0x13: "SMEAS", 0x15: "VCOCAL", 0x16: "FCHG", 0x17: "HOC",
      ]
    ),
    0x10: (
      "ESF",
      [
        0x02: "MEAS", 0x03: "RAW", 0x10: "STATUS", 0x14: "ALG", 0x15: "INS",
      ]
    ),
    0x13: (
      "MGA",
      [
        0x00: "GPS", 0x02: "GAL", 0x03: "BDS", 0x05: "QZSS", 0x06: "GLO", 0x20: "ANO",
        0x21: "FLASH", 0x40: "INI", 0x60: "ACK", 0x80: "DBD",
      ]
    ),
    0x21: (
      "LOG",
      [
        0x03: "ERASE", 0x04: "STRING", 0x07: "CREATE", 0x08: "INFO", 0x09: "RETRIEVE",
        0x0B: "RETRIEVEPOS", 0x0D: "RETRIEVESTRING", 0x0E: "FINDTIME", 0x0F: "RETRIEVEPOSEXTRA",
        0x10: "RETRIEVEBATCH", 0x11: "BATCH",
      ]
    ),
    0x27: (
      "SEC",
      [
        0x01: "SIGN", 0x03: "UNIQID", 0x09: "SIG", 0x0A: "OSNMA", 0x10: "SIGLOG",
      ]
    ),
    0x28: (
      "HNR",
      [
        0x00: "PVT", 0x01: "ATT", 0x02: "INS",
      ]
    ),
    0x29: ("NAV2", [:]),
  ]
}
