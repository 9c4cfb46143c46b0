// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct HDTTests {
  static let rows: [Row<HDT>] = [
    Row("heading", "HEHDT,274.07,T", HDT(talker: Talker("HE"))) {
      $0.heading = 274.07
    },
    Row("no heading", "GPHDT,,T", HDT()),
    Row("unreadable", "GPHDT,12a,T", HDT(), unreadable: 1),
  ]

  @Test(arguments: rows) func isRead(row: Row<HDT>) { row.check(as: Message.hdt) }
}
