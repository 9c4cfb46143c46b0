// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct MWDTests {
  static let rows: [Row<MWD>] = [
    Row("all fields", "WIMWD,45.0,T,42.5,M,10.2,N,5.25,M", MWD()) {
      $0.direction = 45
      $0.magneticDirection = 42.5
      $0.speedKnots = 10.2
      $0.speed = 5.25
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<MWD>) { row.check(as: Message.mwd) }
}
