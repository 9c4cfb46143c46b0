// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PAIRSPFTests {
  static let rows: [Row<PAIRSPF>] = [
    Row("critical", "PAIRSPF,3", PAIRSPF()) {
      $0.status = 3
    },
    Row("nothing", "PAIRSPF,", PAIRSPF()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PAIRSPF>) { row.check(as: Message.pairspf) }
}
