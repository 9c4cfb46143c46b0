// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct RTETests {
  static let rows: [Row<RTE>] = [
    Row("the first of two", "GPRTE,2,1,c,0,HOME,BUOY7,HARBOR", RTE()) {
      $0.total = 2
      $0.number = 1
      $0.kind = "c"
      $0.route = "0"
      $0.waypoints = ["HOME", "BUOY7", "HARBOR"]
    },
    Row("what is left of it", "ECRTE,1,1,w,,HARBOR", RTE(talker: "EC")) {
      $0.total = 1
      $0.number = 1
      $0.kind = "w"
      $0.waypoints = ["HARBOR"]
    },
    Row("no waypoint", "GPRTE,1,1,c,0", RTE()) {
      $0.total = 1
      $0.number = 1
      $0.kind = "c"
      $0.route = "0"
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<RTE>) { row.check(as: Message.rte) }
}
