// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PSXN23Tests {
  static let rows: [Row<PSXN23>] = [
    Row("all fields", "PSXN,23,0.42,-1.13,271.4,-0.06", PSXN23()) {
      $0.roll = 0.42
      $0.pitch = -1.13
      $0.heading = 271.4
      $0.heave = -0.06
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<PSXN23>) { row.check(as: Message.psxn23) }
}
