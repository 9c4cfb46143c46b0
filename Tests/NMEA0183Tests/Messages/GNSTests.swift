// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GNSTests {
  static let rows: [Row<GNS>] = [
    Row(
      "version 4.1", "GNGNS,122310.25,3722.50,N,12158.50,W,DAAN,15,0.9,106.0,-25.6,1.5,0100,S",
      GNS(talker: .combined)
    ) {
      $0.time = utc(12, 23, 10, nanosecond: 250_000_000)
      // 22.5 / 60 is 0.375; 58.5 / 60 is 0.975.
      $0.latitude = 37.375
      $0.longitude = -121.975
      $0.modes = [.differential, .autonomous, .autonomous, .invalid]
      $0.satellitesUsed = 15
      $0.hdop = 0.9
      $0.altitude = 106
      $0.geoidSeparation = -25.6
      $0.differentialAge = 1.5
      $0.differentialStation = 100
      $0.navigationalStatus = .safe
    },
    Row("version 3: two systems", "GLGNS,122310,,,,,NA,,,,,,", GNS(talker: .glonass)) {
      $0.time = utc(12, 23, 10)
      $0.modes = [.invalid, .autonomous]
    },
    Row("one system", "GPGNS,,,,,,A,,,,,,", GNS(talker: .gps)) { $0.modes = [.autonomous] },
    Row("nothing", "GNGNS,,,,,,,,,,,,", GNS()),
    Row("eight are kept", "GNGNS,,,,,,ADEFMNPRSA,07,,,,,", GNS()) {
      $0.modes = [
        .autonomous, .differential, .estimated, .rtkFloat, .manual, .invalid, .precise, .rtkFixed,
      ]
      $0.satellitesUsed = 7
    },
    Row("unreadable numbers", "GNGNS,,,,,,A,7x,0.9,1.2.3,4,,,V", GNS(), unreadable: 2) {
      $0.modes = [.autonomous]
      $0.hdop = 0.9
      $0.geoidSeparation = 4
      $0.navigationalStatus = .notProvided
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GNS>) { row.check(as: Message.gns) }
}
