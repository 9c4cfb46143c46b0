// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PQTMVERTests {
  static let rows: [Row<PQTMVER>] = [
    Row("commas and all", "PQTMVER,FW01,2025/03/04,05:06:07", PQTMVER()) {
      $0.version = "FW01,2025/03/04,05:06:07"
    },
    Row("nothing", "PQTMVER,", PQTMVER()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PQTMVER>) { row.check(as: Message.pqtmver) }
}
