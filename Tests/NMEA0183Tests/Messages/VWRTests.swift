// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VWRTests {
  static let rows: [Row<VWR>] = [
    Row("from port", "VWVWR,048,L,12.5,N,6.4,M,23.2,K", VWR()) {
      $0.angle = -48
      $0.speedKnots = 12.5
      $0.speed = 6.4
      $0.speedKilometersPerHour = 23.2
    },
    Row("from starboard, knots only", "IIVWR,75.5,R,1.0,N,,M,,K", VWR(talker: "II")) {
      $0.angle = 75.5
      $0.speedKnots = 1
    },
    Row("empty", "VWVWR,,,,N,,M,,K", VWR()),
  ]

  @Test(arguments: rows) func isRead(row: Row<VWR>) { row.check(as: Message.vwr) }
}
