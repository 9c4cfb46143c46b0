// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VLWTests {
  static let rows: [Row<VLW>] = [
    Row("through the water", "VWVLW,1234.5,N,17.2,N", VLW()) {
      $0.waterTotal = 1234.5
      $0.waterTrip = 17.2
    },
    Row("over ground too", "IIVLW,1234.5,N,17.2,N,1250.1,N,18.25,N", VLW(talker: "II")) {
      $0.waterTotal = 1234.5
      $0.waterTrip = 17.2
      $0.groundTotal = 1250.1
      $0.groundTrip = 18.25
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<VLW>) { row.check(as: Message.vlw) }
}
