// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct DPTTests {
  static let rows: [Row<DPT>] = [
    Row("all fields", "SDDPT,2.4,0.5,100", DPT()) {
      $0.depth = 2.4
      $0.offset = 0.5
      $0.maximumRange = 100
    },
    Row("to the keel", "SDDPT,12.75,-1.2", DPT()) {
      $0.depth = 12.75
      $0.offset = -1.2
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<DPT>) { row.check(as: Message.dpt) }
}
