// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct BWCTests {
  static let rows: [Row<BWC>] = [
    Row(
      "all fields",
      "GPBWC,120000.00,4732.622,N,00940.998,E,213.8,T,210.3,M,4.6,N,HARBOUR", BWC()
    ) {
      $0.time = utc(12, 0, 0)
      $0.latitude = 2_852_622.0 / 60_000
      $0.longitude = 580_998.0 / 60_000
      $0.bearing = 213.8
      $0.magneticBearing = 210.3
      $0.distance = 4.6
      $0.waypoint = "HARBOUR"
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<BWC>) { row.check(as: Message.bwc) }
}
