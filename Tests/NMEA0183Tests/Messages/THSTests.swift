// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct THSTests {
  static let rows: [Row<THS>] = [
    Row("heading", "GPTHS,77.52,E", THS()) {
      $0.heading = 77.52
      $0.mode = .estimated
    },
    Row("not valid", "GNTHS,,V", THS(talker: .combined)) {
      $0.mode = PositioningMode(rawValue: 0x56)
    },
    Row("unreadable", "GPTHS,77.52,EE", THS(), unreadable: 1) {
      $0.heading = 77.52
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<THS>) { row.check(as: Message.ths) }
}
