// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GGATests {
  static let rows: [Row<GGA>] = [
    // 7.038 / 60 is 0.1173, 30 / 60 is 0.5.
    Row(
      "all of it",
      "GPGGA,123519.50,4807.038,N,01130.000,E,2,08,0.9,545.4,M,46.9,M,3.5,0120", GGA(talker: .gps)
    ) {
      $0.time = utc(12, 35, 19, nanosecond: 500_000_000)
      $0.latitude = 48.1173
      $0.longitude = 11.5
      $0.quality = .differential
      $0.satellitesUsed = 8
      $0.hdop = 0.9
      $0.altitude = 545.4
      $0.geoidSeparation = 46.9
      $0.differentialAge = 3.5
      $0.differentialStation = 120
    },
    Row(
      "south and west, below the sea", "GNGGA,000000,3330,S,07015,W,1,12,1,-3.5,M,-28,M,,",
      GGA(talker: .combined)
    ) {
      $0.time = utc(0, 0, 0)
      $0.latitude = -33.5
      $0.longitude = -70.25
      $0.quality = .autonomous
      $0.satellitesUsed = 12
      $0.hdop = 1
      $0.altitude = -3.5
      $0.geoidSeparation = -28
    },
    Row("no fix", "GPGGA,123519,,,,,0,00,,,M,,M,,", GGA()) {
      $0.time = utc(12, 35, 19)
      $0.quality = .invalid
      $0.satellitesUsed = 0
    },
    Row("nothing", "GPGGA,,,,,,,,,,,,,,", GGA()),
    Row("not even fields", "GPGGA", GGA()),
    Row("ends early", "GPGGA,123519,4830,N,01130,E,1", GGA()) {
      $0.time = utc(12, 35, 19)
      $0.latitude = 48.5
      $0.longitude = 11.5
      $0.quality = .autonomous
    },
    Row("fields of a version to come", "GPGGA,,,,,,4,,,,,,,,,x,y,z", GGA()) {
      $0.quality = .rtkFixed
    },
    Row("an unknown quality", "BDGGA,,,,,,12,,,,,,,,", GGA(talker: .beiDouLegacy)) {
      $0.quality = FixQuality(rawValue: 12)
    },
    Row("three unreadable fields", "GPGGA,123519,,,,,x,8.5,--,1.5,M,,M,,", GGA(), unreadable: 3) {
      $0.time = utc(12, 35, 19)
      $0.altitude = 1.5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GGA>) { row.check(as: Message.gga) }
}
