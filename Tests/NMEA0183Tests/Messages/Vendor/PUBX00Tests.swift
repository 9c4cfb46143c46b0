// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PUBX00Tests {
  static let rows: [Row<PUBX00>] = [
    Row(
      "all of it",
      "PUBX,00,081350.00,4717.25,N,00833.75,E,546.589,G3,2.1,2.5,0.007,77.52,-0.25,1.5,0.92,1.19,0.77,9,0,0",
      PUBX00()
    ) {
      $0.time = utc(8, 13, 50)
      $0.latitude = 47.2875
      $0.longitude = 8.5625
      $0.ellipsoidalAltitude = 546.589
      $0.status = "G3"
      $0.horizontalAccuracy = 2.1
      $0.verticalAccuracy = 2.5
      $0.speedKilometersPerHour = 0.007
      $0.course = 77.52
      $0.downwardSpeed = -0.25
      $0.differentialAge = 1.5
      $0.hdop = 0.92
      $0.vdop = 1.19
      $0.tdop = 0.77
      $0.satellitesUsed = 9
    },
    Row("no fix", "PUBX,00,,,,,,,NF,,,,,,,,,,0", PUBX00()) {
      $0.status = "NF"
      $0.satellitesUsed = 0
    },
    Row("an unreadable accuracy", "PUBX,00,,,,,,,NF,--,5", PUBX00(), unreadable: 1) {
      $0.status = "NF"
      $0.verticalAccuracy = 5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PUBX00>) { row.check(as: Message.pubx00) }
}
