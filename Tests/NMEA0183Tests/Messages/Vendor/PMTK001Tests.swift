// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PMTK001Tests {
  static let rows: [Row<PMTK001>] = [
    Row("succeeded", "PMTK001,604,3", PMTK001()) {
      $0.command = 604
      $0.result = 3
    },
    Row("nothing", "PMTK001,,", PMTK001()),
    Row("unreadable", "PMTK001,604,x", PMTK001(), unreadable: 1) {
      $0.command = 604
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PMTK001>) { row.check(as: Message.pmtk001) }
}
