// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PQTMJAMTests {
  static let rows: [Row<PQTMJAM>] = [
    Row("critical", "PQTMJAMMINGSTATUS,1,3", PQTMJAM()) {
      $0.version = 1
      $0.status = 3
    },
    Row("nothing", "PQTMJAMMINGSTATUS,", PQTMJAM()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PQTMJAM>) { row.check(as: Message.pqtmjam) }
}
