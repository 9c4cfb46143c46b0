// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PSXN20Tests {
  static let rows: [Row<PSXN20>] = [
    Row("reduced and invalid", "PSXN,20,1,2,,1", PSXN20()) {
      $0.horizontalQuality = 1
      $0.verticalQuality = 2
      $0.attitudeQuality = 1
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<PSXN20>) { row.check(as: Message.psxn20) }
}
