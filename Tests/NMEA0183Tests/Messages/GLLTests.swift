// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GLLTests {
  static let rows: [Row<GLL>] = [
    Row("version 1.5", "GPGLL,4916.50,N,12311.25,W", GLL()) {
      // 16.5 / 60 is 0.275, 11.25 / 60 is 0.1875.
      $0.latitude = 49.275
      $0.longitude = -123.1875
    },
    Row("version 2.0", "GPGLL,4916.50,N,12311.25,W,225444,A", GLL()) {
      $0.latitude = 49.275
      $0.longitude = -123.1875
      $0.time = utc(22, 54, 44)
      $0.status = .valid
    },
    Row("version 2.3: mode", "GLGLL,0030,S,00015,E,225444.5,A,E", GLL(talker: .glonass)) {
      $0.latitude = -0.5
      $0.longitude = 0.25
      $0.time = utc(22, 54, 44, nanosecond: 500_000_000)
      $0.status = .valid
      $0.mode = .estimated
    },
    Row("no fix", "GPGLL,,,,,225444.00,V,N", GLL()) {
      $0.time = utc(22, 54, 44)
      $0.status = .invalid
      $0.mode = .invalid
    },
    Row("nothing", "GPGLL,,,,,,,", GLL()),
    Row("an eXplorist's status", "GPGLL,,,,,,N,A", GLL()) {
      $0.status = DataStatus(rawValue: UInt8(ascii: "N"))
      $0.mode = .autonomous
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GLL>) { row.check(as: Message.gll) }
}
