// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PFLAUTests {
  static let rows: [Row<PFLAU>] = [
    Row("an alarm", "PFLAU,3,1,2,1,2,-30,2,-32,755,4B5123", PFLAU()) {
      $0.receivedCount = 3
      $0.isTransmitting = 1
      $0.gpsState = 2
      $0.powerState = 1
      $0.alarmLevel = 2
      $0.relativeBearing = -30
      $0.alarmType = 2
      $0.relativeVertical = -32
      $0.relativeDistance = 755
      $0.identifier = "4B5123"
    }
  ]

  @Test(arguments: rows) func isRead(row: Row<PFLAU>) { row.check(as: Message.pflau) }
}
