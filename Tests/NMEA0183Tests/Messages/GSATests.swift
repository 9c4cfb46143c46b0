// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GSATests {
  static let rows: [Row<GSA>] = [
    Row("version 2.0, with gaps", "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1", GSA()) {
      $0.selection = .automatic
      $0.mode = .threeDimensional
      $0.satellites = [4, 5, 9, 12, 24]
      $0.pdop = 2.5
      $0.hdop = 1.3
      $0.vdop = 2.1
    },
    Row("version 4.1: system", "GNGSA,M,2,301,302,,,,,,,,,,,4.0,3.0,2.6,3", GSA(talker: .combined))
    {
      $0.selection = .manual
      $0.mode = .twoDimensional
      $0.satellites = [301, 302]
      $0.pdop = 4
      $0.hdop = 3
      $0.vdop = 2.6
      $0.system = .galileo
    },
    Row("twelve", "GPGSA,A,3,01,02,03,04,05,06,07,08,09,10,11,12,1,1,1", GSA()) {
      $0.selection = .automatic
      $0.mode = .threeDimensional
      $0.satellites = ShortList(1...12)
      $0.pdop = 1
      $0.hdop = 1
      $0.vdop = 1
    },
    Row("no fix", "GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99", GSA()) {
      $0.selection = .automatic
      $0.mode = FixMode.none
      $0.pdop = 99.99
      $0.hdop = 99.99
      $0.vdop = 99.99
    },
    Row("nothing", "GLGSA,,,,,,,,,,,,,,,,,", GSA(talker: .glonass)),
    Row("a system in hexadecimal", "GNGSA,A,1,,,,,,,,,,,,,,,,F", GSA(talker: .combined)) {
      $0.selection = .automatic
      $0.mode = FixMode.none
      $0.system = SystemID(rawValue: 15)
    },
    Row(
      "an unknown mode, an unreadable satellite", "GPGSA,A,4,01,xx,03,,,,,,,,,,1,2,3", GSA(),
      unreadable: 2
    ) {
      $0.selection = .automatic
      $0.satellites = [1, 3]
      $0.pdop = 1
      $0.hdop = 2
      $0.vdop = 3
    },
    Row("ends early", "GPGSA,A,2,07", GSA()) {
      $0.selection = .automatic
      $0.mode = .twoDimensional
      $0.satellites = [7]
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GSA>) { row.check(as: Message.gsa) }
}
