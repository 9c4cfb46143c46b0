// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct HDMTests {
  static let rows: [Row<HDM>] = [
    Row("heading", "HCHDM,238.5,M", HDM(talker: Talker("HC"))) {
      $0.magneticHeading = 238.5
    },
    Row("no heading", "GPHDM,,M", HDM()),
    Row("unreadable", "GPHDM,M", HDM(), unreadable: 1),
  ]

  @Test(arguments: rows) func isRead(row: Row<HDM>) { row.check(as: Message.hdm) }
}
