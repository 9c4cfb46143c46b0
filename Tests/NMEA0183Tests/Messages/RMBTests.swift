// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct RMBTests {
  static let rows: [Row<RMB>] = [
    Row("of version 2.0", "GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,1.3,52.5,0.5,V", RMB()) {
      $0.status = .valid
      $0.crossTrackError = -0.66
      $0.origin = "003"
      $0.destination = "004"
      $0.latitude = 295_724.0 / 6000
      $0.longitude = -738_957.0 / 6000
      $0.range = 1.3
      $0.bearing = 52.5
      $0.closingVelocity = 0.5
      $0.arrival = .invalid
    },
    Row("not valid", "GPRMB,V,,,,,,,,,,,,V", RMB()) {
      $0.status = .invalid
      $0.arrival = .invalid
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<RMB>) { row.check(as: Message.rmb) }
}
