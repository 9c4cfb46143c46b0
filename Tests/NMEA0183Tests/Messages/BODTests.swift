// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct BODTests {
  static let rows: [Row<BOD>] = [
    Row("a leg", "GPBOD,099.3,T,105.6,M,HARBOR,BUOY7", BOD()) {
      $0.bearing = 99.3
      $0.magneticBearing = 105.6
      $0.destination = "HARBOR"
      $0.origin = "BUOY7"
    },
    Row("to a waypoint", "ECBOD,45,T,,M,DEST,", BOD(talker: "EC")) {
      $0.bearing = 45
      $0.destination = "DEST"
    },
    Row("no route", "GPBOD,,T,,M,,", BOD()),
  ]

  @Test(arguments: rows) func isRead(row: Row<BOD>) { row.check(as: Message.bod) }
}
