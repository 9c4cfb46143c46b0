// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GBSTests {
  static let rows: [Row<GBS>] = [
    Row("before version 4.1", "GPGBS,235503.00,1.6,1.4,3.2,03,0.25,-21.4,3.8", GBS()) {
      $0.time = utc(23, 55, 3)
      $0.latitudeError = 1.6
      $0.longitudeError = 1.4
      $0.altitudeError = 3.2
      $0.failedSatellite = 3
      $0.missProbability = 0.25
      $0.bias = -21.4
      $0.biasDeviation = 3.8
    },
    Row("version 4.1", "GNGBS,235503,,,,,,,,3,B", GBS(talker: .combined)) {
      $0.time = utc(23, 55, 3)
      $0.system = .galileo
      $0.signal = 11
    },
    Row("nothing", "GPGBS,,,,,,,,", GBS()),
    Row("an unreadable satellite", "GPGBS,,1.5,,,-3,,,", GBS(), unreadable: 1) {
      $0.latitudeError = 1.5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GBS>) { row.check(as: Message.gbs) }
}
