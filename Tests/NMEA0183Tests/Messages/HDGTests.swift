// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct HDGTests {
  static let rows: [Row<HDG>] = [
    Row("deviation and variation", "HCHDG,101.1,1.5,W,7.1,E", HDG(talker: Talker("HC"))) {
      $0.sensorHeading = 101.1
      $0.deviation = -1.5
      $0.magneticVariation = 7.1
    },
    Row("the sensor alone", "GPHDG,101.1,,,,", HDG()) {
      $0.sensorHeading = 101.1
    },
    Row("a deviation without a direction", "GPHDG,101.1,1.5,,7.1,W", HDG()) {
      $0.sensorHeading = 101.1
      $0.magneticVariation = -7.1
    },
    Row("unreadable", "GPHDG,,x,W,7.1,S", HDG(), unreadable: 2),
  ]

  @Test(arguments: rows) func isRead(row: Row<HDG>) { row.check(as: Message.hdg) }
}
