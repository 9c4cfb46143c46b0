// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PMTK010Tests {
  static let rows: [Row<PMTK010>] = [
    Row("it has started", "PMTK010,001", PMTK010()) {
      $0.message = 1
    },
    Row("empty", "PMTK010,", PMTK010()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PMTK010>) { row.check(as: Message.pmtk010) }
}
