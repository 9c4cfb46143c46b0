// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VDRTests {
  static let rows: [Row<VDR>] = [
    Row("a current", "IIVDR,045.0,T,042.5,M,1.2,N", VDR()) {
      $0.direction = 45
      $0.magneticDirection = 42.5
      $0.speedKnots = 1.2
    },
    Row("none", "VWVDR,,T,,M,0.0,N", VDR(talker: "VW")) {
      $0.speedKnots = 0
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<VDR>) { row.check(as: Message.vdr) }
}
