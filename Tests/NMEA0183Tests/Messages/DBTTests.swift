// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct DBTTests {
  static let rows: [Row<DBT>] = [
    Row("three units", "SDDBT,7.87,f,2.4,M,1.31,F", DBT()) {
      $0.depthFeet = 7.87
      $0.depth = 2.4
      $0.depthFathoms = 1.31
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<DBT>) { row.check(as: Message.dbt) }
}
