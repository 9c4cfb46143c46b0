// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PGRMFTests {
  static let rows: [Row<PGRMF>] = [
    Row(
      "all fields", "PGRMF,291,284518,240605,070145,13,5130.0000,N,00730.0000,W,A,2,62,193,2,1",
      PGRMF()
    ) {
      $0.week = 291
      $0.secondsOfWeek = 284_518
      $0.date = ShortDate(day: 24, month: 6, yearOfCentury: 5)
      $0.time = UTCTime(hour: 7, minute: 1, second: 45)
      $0.leapSeconds = 13
      $0.latitude = 51.5
      $0.longitude = -7.5
      $0.selection = "A"
      $0.dimensions = 2
      $0.speedKilometersPerHour = 62
      $0.course = 193
      $0.pdop = 2
      $0.tdop = 1
    },
    Row("nothing", "PGRMF,,,,,,,,,,,,,,,", PGRMF()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PGRMF>) { row.check(as: Message.pgrmf) }
}
