// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VPWTests {
  static let rows: [Row<VPW>] = [
    Row("towards the wind", "VWVPW,4.5,N,2.3,M", VPW()) {
      $0.speedKnots = 4.5
      $0.speed = 2.3
    },
    Row("away from it", "IIVPW,-3.1,N,,M", VPW(talker: "II")) {
      $0.speedKnots = -3.1
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<VPW>) { row.check(as: Message.vpw) }
}
