// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PGRMMTests {
  static let rows: [Row<PGRMM>] = [
    Row("the usual one", "PGRMM,WGS 84", PGRMM()) {
      $0.datum = "WGS 84"
    },
    Row("empty", "PGRMM,", PGRMM()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PGRMM>) { row.check(as: Message.pgrmm) }
}
