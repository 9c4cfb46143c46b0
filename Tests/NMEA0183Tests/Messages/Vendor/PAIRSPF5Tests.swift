// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PAIRSPF5Tests {
  static let rows: [Row<PAIRSPF5>] = [
    Row("critical", "PAIRSPF5,3", PAIRSPF5()) {
      $0.status = 3
    },
    Row("nothing", "PAIRSPF5,", PAIRSPF5()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PAIRSPF5>) { row.check(as: Message.pairspf5) }
}
