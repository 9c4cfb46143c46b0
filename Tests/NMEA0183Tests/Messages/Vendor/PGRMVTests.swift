// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PGRMVTests {
  static let rows: [Row<PGRMV>] = [
    Row("climbing", "PGRMV,-2.4,12.25,0.3", PGRMV()) {
      $0.eastSpeed = -2.4
      $0.northSpeed = 12.25
      $0.upwardSpeed = 0.3
    },
    Row("nothing", "PGRMV,,,", PGRMV()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PGRMV>) { row.check(as: Message.pgrmv) }
}
