// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PGRMETests {
  static let rows: [Row<PGRME>] = [
    Row("three errors", "PGRME,15.0,M,45.0,M,25.5,M", PGRME()) {
      $0.horizontalError = 15
      $0.verticalError = 45
      $0.sphericalError = 25.5
    },
    Row("nothing", "PGRME,,M,,M,,M", PGRME()),
    Row("unreadable", "PGRME,M,1,2,M,3,M", PGRME(), unreadable: 1) {
      $0.verticalError = 2
      $0.sphericalError = 3
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PGRME>) { row.check(as: Message.pgrme) }
}
