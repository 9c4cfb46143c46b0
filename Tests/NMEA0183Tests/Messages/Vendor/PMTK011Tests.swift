// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PMTK011Tests {
  static let rows: [Row<PMTK011>] = [
    Row("its name", "PMTK011,MTKGPS", PMTK011()) {
      $0.text = "MTKGPS"
    },
    Row("empty", "PMTK011,", PMTK011()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PMTK011>) { row.check(as: Message.pmtk011) }
}
