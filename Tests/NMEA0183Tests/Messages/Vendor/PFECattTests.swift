// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PFECattTests {
  static let rows: [Row<PFECatt>] = [
    Row("all fields", "PFEC,GPatt,271.4,-1.3,0.5", PFECatt()) {
      $0.heading = 271.4
      $0.pitch = -1.3
      $0.roll = 0.5
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<PFECatt>) { row.check(as: Message.pfecatt) }
}
