// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PTNLGGKTests {
  static let rows: [Row<PTNLGGK>] = [
    Row(
      "SBAS",
      "PTNL,GGK,102939.00,051910,5000.97323841,N,00827.62010742,E,5,09,1.9,EHT150.79,M", PTNLGGK()
    ) {
      $0.time = utc(10, 29, 39)
      $0.date = NMEA0183Tests.date(19, 5, 10)
      $0.latitude = 300_097_323_841.0 / 6_000_000_000
      $0.longitude = 50_762_010_742.0 / 6_000_000_000
      $0.quality = 5
      $0.satellitesUsed = 9
      $0.dilution = 1.9
      $0.ellipsoidalAltitude = 150.79
    },
    Row("no position", "PTNL,GGK,000001.50,123125,,,,,0,00,,EHT,M", PTNLGGK()) {
      $0.time = utc(0, 0, 1, nanosecond: 500_000_000)
      $0.date = NMEA0183Tests.date(31, 12, 25)
      $0.quality = 0
      $0.satellitesUsed = 0
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PTNLGGK>) { row.check(as: Message.ptnlggk) }
}
