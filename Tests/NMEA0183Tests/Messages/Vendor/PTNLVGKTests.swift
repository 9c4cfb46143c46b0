// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PTNLVGKTests {
  static let rows: [Row<PTNLVGK>] = [
    Row("RTK", "PTNL,VGK,160159.00,051910,-161.358,-153.4,-2.13,3,07,1.4,M", PTNLVGK()) {
      $0.time = utc(16, 1, 59)
      $0.date = NMEA0183Tests.date(19, 5, 10)
      $0.east = -161.358
      $0.north = -153.4
      $0.up = -2.13
      $0.quality = 3
      $0.satellitesUsed = 7
      $0.dilution = 1.4
    },
    Row("no solution", "PTNL,VGK,000001.50,123125,,,,0,00,,M", PTNLVGK()) {
      $0.time = utc(0, 0, 1, nanosecond: 500_000_000)
      $0.date = NMEA0183Tests.date(31, 12, 25)
      $0.quality = 0
      $0.satellitesUsed = 0
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PTNLVGK>) { row.check(as: Message.ptnlvgk) }
}
