// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VWTTests {
  static let rows: [Row<VWT>] = [
    Row("from port", "VWVWT,048,L,12.5,N,6.4,M,23.2,K", VWT()) {
      $0.angle = -48
      $0.speedKnots = 12.5
      $0.speed = 6.4
      $0.speedKilometersPerHour = 23.2
    },
    Row("from starboard, knots only", "IIVWT,75.5,R,1.0,N,,M,,K", VWT(talker: "II")) {
      $0.angle = 75.5
      $0.speedKnots = 1
    },
    Row("empty", "VWVWT,,,,N,,M,,K", VWT()),
  ]

  @Test(arguments: rows) func isRead(row: Row<VWT>) { row.check(as: Message.vwt) }
}
