// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// The logs of NovAtel's receivers, as binary frames and as lines of text; Bynav and SinoGNSS send the same.
///
///     AA 44 12 length of the header id (2) type port length (2) … payload CRC-32
///     0  1  2  3                    4      6    7    8
///
///     AA 44 13 length id (2) week (2) milliseconds (4) payload CRC-32
///     0  1  2  3      4      6        8                12
enum NovAtelProtocol: ReceiverProtocol {
  static let name = "NovAtel"
  static let openers: [[UInt8]] = [[0xAA, 0x44], [UInt8(ascii: "#")], [UInt8(ascii: "%")]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byte(at: 0) == 0xAA else { return TextLog.examine(bytes, isUnicore: false) }
    guard bytes.byteCount > 2 else { return .incomplete }
    switch bytes.byte(at: 2) {
    case 0x12:
      guard bytes.byteCount >= 10 else { return .incomplete }
      let header = Int(bytes.byte(at: 3))
      // It may grow, as its length shows.
      guard (28...64).contains(header) else { return .damaged }
      return log(bytes, header: header, length: Int(bytes.integer(UInt16.self, at: 8)))
    case 0x13:
      guard bytes.byteCount >= 4 else { return .incomplete }
      return log(bytes, header: 12, length: Int(bytes.byte(at: 3)))
    default: return .none
    }
  }

  static func messageName(of frame: RawSpan) -> String { LogHeader(novAtel: frame).name }

  static func message(in frame: RawSpan) -> (any Encodable)? {
    LogReader.Maker.novAtel.message(frame, LogHeader(novAtel: frame))
  }

  static func makeReader() -> (any ProtocolReader)? { LogReader(.novAtel) }

  /// Returns what bytes amount to that begin with a header; the CRC-32 is that of everything before it.
  static func log(_ bytes: RawSpan, header: Int, length: Int) -> ForeignFrame {
    let end = header + length
    return bytes.frame(of: end + 4) { $0.crc32(0..<end) == $0.integer(at: end) }
  }
}

/// The logs of Unicore's receivers, as binary frames and as lines of text.
///
///     AA 44 B5 idle id (2) length (2) … payload CRC-32
///     0  1  2  3    4      6            24
enum UnicoreProtocol: ReceiverProtocol {
  static let name = "Unicore"
  static let maker: String? = "Unicore"
  static let openers: [[UInt8]] = [[0xAA, 0x44], [UInt8(ascii: "#")]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byte(at: 0) == 0xAA else { return TextLog.examine(bytes, isUnicore: true) }
    guard bytes.byteCount > 2 else { return .incomplete }
    guard bytes.byte(at: 2) == 0xB5 else { return .none }
    guard bytes.byteCount >= 8 else { return .incomplete }
    return NovAtelProtocol.log(bytes, header: 24, length: Int(bytes.integer(UInt16.self, at: 6)))
  }

  static func messageName(of frame: RawSpan) -> String { LogHeader(unicore: frame).name }

  static func message(in frame: RawSpan) -> (any Encodable)? {
    LogReader.Maker.unicore.message(frame, LogHeader(unicore: frame))
  }

  static func makeReader() -> (any ProtocolReader)? { LogReader(.unicore) }
}

/// The logs of NovAtel and Unicore by number and name.
enum NovAtelLogs {
  /// Those that are read, by name; a new one needs a line here.
  static let messages: [String: any LogMessage.Type] = [
    "BESTPOS": PositionLog.self, "BESTGNSSPOS": PositionLog.self, "PSRPOS": PositionLog.self,
    "RTKPOS": PositionLog.self, "PPPPOS": PositionLog.self,
    "BESTNAV": PositionLog.self, "ADRNAV": PositionLog.self, "SPPNAV": PositionLog.self,
    "PPPNAV": PositionLog.self,
    "BESTXYZ": EarthPositionLog.self, "BESTNAVXYZ": EarthPositionLog.self,
    "BESTVEL": VelocityLog.self, "PSRVEL": VelocityLog.self, "PVTSLN": PVTSLN.self,
    "HEADING": HeadingLog.self, "DUALANTENNAHEADING": HeadingLog.self,
    "UNIHEADING": HeadingLog.self, "HEADING2": HEADING2.self,
    "STADOP": STADOP.self, "PSRDOP": PSRDOP.self, "TIME": TimeLog.self, "RECTIME": TimeLog.self,
    "INSPVA": INSPVA.self, "INSPVAS": INSPVA.self, "INSPVAX": INSPVAX.self,
    "SATVIS2": SATVIS2.self, "TRACKSTAT": TRACKSTAT.self, "BESTSATS": BESTSATS.self,
    "SATSINFO": SATSINFO.self, "BESTSAT": BESTSAT.self,
    "RXSTATUS": RXSTATUS.self, "ITDETECTSTATUS": ITDETECTSTATUS.self,
    "JAMSTATUS": JAMSTATUS.self, "FREQJAMSTATUS": FREQJAMSTATUS.self,
  ]

  static let novAtel: [UInt16: String] = [
    8: "IONUTC", 37: "VERSION", 41: "RAWEPHEM", 42: "BESTPOS", 43: "RANGE", 47: "PSRPOS",
    48: "SATVIS", 83: "TRACKSTAT", 93: "RXSTATUS", 94: "RXSTATUSEVENT", 99: "BESTVEL",
    100: "PSRVEL", 101: "TIME",
    128: "RXCONFIG", 140: "RANGECMP", 141: "RTKPOS", 174: "PSRDOP", 181: "MARKPOS",
    233: "PASSCOM1", 234: "PASSCOM2", 235: "PASSCOM3", 241: "BESTXYZ", 507: "INSPVA",
    508: "INSPVAS", 723: "GLOEPHEMERIS", 971: "HEADING", 1043: "SATVIS2", 1194: "BESTSATS",
    1335: "HEADING2", 1429: "BESTGNSSPOS", 1465: "INSPVAX", 1538: "PPPPOS",
    1889: "INSPVACMP", 2042: "DUALANTENNAHEADING", 2065: "ITDETECTSTATUS",
  ]

  static let unicore: [UInt16: String] = [
    12: "OBSVM", 37: "VERSION", 46: "SPPNAV", 102: "RECTIME", 142: "ADRNAV", 218: "HWSTATUS",
    220: "AGC", 240: "BESTNAVXYZ", 511: "JAMSTATUS", 512: "AGNSSSTATUS", 519: "FREQJAMSTATUS",
    954: "STADOP",
    972: "UNIHEADING", 1021: "PVTSLN", 1026: "PPPNAV", 1041: "BESTSAT", 1042: "SATELLITE",
    2118: "BESTNAV", 2124: "SATSINFO", 11_276: "AGRIC",
  ]
}

/// A log whose fields are read, in whichever form.
protocol LogMessage: Encodable, Sendable {
  init?(_ fields: inout LogFields)
}
