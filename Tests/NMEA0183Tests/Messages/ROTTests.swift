// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct ROTTests {
  static let rows: [Row<ROT>] = [
    Row("to port", "TIROT,-3.25,A", ROT(talker: Talker("TI"))) {
      $0.rateDegreesPerMinute = -3.25
      $0.status = .valid
    },
    Row("not valid", "GPROT,,V", ROT()) {
      $0.status = .invalid
    },
    Row("unreadable", "GPROT,1,XY", ROT(), unreadable: 1) {
      $0.rateDegreesPerMinute = 1
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<ROT>) { row.check(as: Message.rot) }
}
