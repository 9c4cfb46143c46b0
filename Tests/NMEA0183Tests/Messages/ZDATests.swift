// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct ZDATests {
  static let rows: [Row<ZDA>] = [
    Row("a zone to the west", "GPZDA,201530.00,04,07,2002,-05,-30", ZDA()) {
      $0.time = utc(20, 15, 30)
      $0.day = 4
      $0.month = 7
      $0.year = 2002
      $0.zoneHours = -5
      $0.zoneMinutes = -30
    },
    Row("no zone", "GNZDA,201530,31,12,2026", ZDA(talker: .combined)) {
      $0.time = utc(20, 15, 30)
      $0.day = 31
      $0.month = 12
      $0.year = 2026
    },
    Row("nothing", "GPZDA,,,,,,", ZDA()),
    Row("an unreadable year", "GPZDA,,04,07,70000,00,00", ZDA(), unreadable: 1) {
      $0.day = 4
      $0.month = 7
      $0.zoneHours = 0
      $0.zoneMinutes = 0
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<ZDA>) { row.check(as: Message.zda) }
}
