// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PGRMZTests {
  static let rows: [Row<PGRMZ>] = [
    Row("altitude", "PGRMZ,-246.5,f,3", PGRMZ()) {
      $0.altitudeFeet = -246.5
      $0.mode = .threeDimensional
    },
    Row("nothing", "PGRMZ,,f,", PGRMZ()),
    Row("an unknown mode", "PGRMZ,93,f,7", PGRMZ(), unreadable: 1) {
      $0.altitudeFeet = 93
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PGRMZ>) { row.check(as: Message.pgrmz) }
}
