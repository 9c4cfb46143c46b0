// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PUBX03Tests {
  static let rows: [Row<PUBX03>] = [
    Row("two", "PUBX,03,02,23,-,,,45,010,29,U,014,-02,39.5,064", PUBX03()) {
      $0.satelliteCount = 2
      $0.satellites = [
        with(PUBX03.Satellite(number: 23)) {
          $0.status = "-"
          $0.carrierToNoise = 45
          $0.lockTime = 10
        },
        with(PUBX03.Satellite(number: 29)) {
          $0.status = "U"
          $0.azimuth = 14
          $0.elevation = -2
          $0.carrierToNoise = 39.5
          $0.lockTime = 64
        },
      ]
    },
    Row("none", "PUBX,03,00", PUBX03()) {
      $0.satelliteCount = 0
    },
    Row("an unreadable number", "PUBX,03,02,x,-,,,45,010,7,e,,,,", PUBX03(), unreadable: 1) {
      $0.satelliteCount = 2
      $0.satellites = [with(PUBX03.Satellite(number: 7)) { $0.status = "e" }]
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PUBX03>) { row.check(as: Message.pubx03) }
}
