// Core Location for Linux. SPDX-License-Identifier: MIT

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
