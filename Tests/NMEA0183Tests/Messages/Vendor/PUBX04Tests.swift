// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PUBX04Tests {
  static let rows: [Row<PUBX04>] = [
    Row("all of it", "PUBX,04,073731.00,091202,113851.25,1196,15D,1930035,-2660.664,43,", PUBX04())
    {
      $0.time = utc(7, 37, 31)
      $0.date = date(9, 12, 2)
      $0.secondsOfWeek = 113851.25
      $0.week = 1196
      $0.leapSeconds = "15D"
      $0.clockBiasNanoseconds = 1_930_035
      $0.clockDriftNanoseconds = -2660.664
      $0.pulseGranularityNanoseconds = 43
    },
    Row("nothing", "PUBX,04,,,,,,,,,", PUBX04()),
    Row("a bad date", "PUBX,04,073731,001202,5", PUBX04(), unreadable: 1) {
      $0.time = utc(7, 37, 31)
      $0.secondsOfWeek = 5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PUBX04>) { row.check(as: Message.pubx04) }
}
