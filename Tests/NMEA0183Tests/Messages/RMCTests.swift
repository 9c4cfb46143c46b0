// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct RMCTests {
  static let rows: [Row<RMC>] = [
    Row("version 2.0", "GPRMC,225446,A,4915.00,N,12306.00,W,000.5,054.7,191194,020.3,E", RMC()) {
      $0.time = utc(22, 54, 46)
      $0.status = .valid
      $0.latitude = 49.25
      $0.longitude = -123.1
      $0.speedKnots = 0.5
      $0.course = 54.7
      $0.date = date(19, 11, 94)
      $0.magneticVariation = 20.3
    },
    Row("version 2.3: mode", "GPRMC,225446.25,A,,,,,,,191194,020.3,W,D", RMC()) {
      $0.time = utc(22, 54, 46, nanosecond: 250_000_000)
      $0.status = .valid
      $0.date = date(19, 11, 94)
      $0.magneticVariation = -20.3
      $0.mode = .differential
    },
    Row(
      "version 4.1: navigational status", "GNRMC,225446,V,,,,,,,010100,,,N,V",
      RMC(talker: .combined)
    ) {
      $0.time = utc(22, 54, 46)
      $0.status = .invalid
      $0.date = date(1, 1, 0)
      $0.mode = .invalid
      $0.navigationalStatus = .notProvided
    },
    Row("at rest: no course", "GARMC,,A,0000.0,N,00000.0,E,0.004,,,,,A,S", RMC(talker: .galileo)) {
      $0.status = .valid
      $0.latitude = 0
      $0.longitude = 0
      $0.speedKnots = 0.004
      $0.mode = .autonomous
      $0.navigationalStatus = .safe
    },
    Row("nothing", "GPRMC,,,,,,,,,,,,,", RMC()),
    Row("a status without a mode", "IIRMC,,V,,,,,,,,,,,C", RMC(talker: Talker("II"))) {
      $0.status = .invalid
      $0.navigationalStatus = .caution
    },
    Row("an unknown mode passes", "GPRMC,,A,,,,,,,,,,Q", RMC()) {
      $0.status = .valid
      $0.mode = PositioningMode(rawValue: 0x51)
    },
    Row("so does an unknown status", "GPRMC,,X,,,,,1.5,,,,,A", RMC()) {
      $0.status = DataStatus(rawValue: 0x58)
      $0.speedKnots = 1.5
      $0.mode = .autonomous
    },
    Row("a bad date and a bad direction", "GPRMC,,A,,,,,1.5,,321299,7.0,X,A", RMC(), unreadable: 2)
    {
      $0.status = .valid
      $0.speedKnots = 1.5
      $0.mode = .autonomous
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<RMC>) { row.check(as: Message.rmc) }
}
