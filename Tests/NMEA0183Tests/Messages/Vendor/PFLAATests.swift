// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PFLAATests {
  static let rows: [Row<PFLAA>] = [
    Row("a glider", "PFLAA,0,-1234,1234,220,2,DD8F12,180,,30,-1.4,1", PFLAA()) {
      $0.alarmLevel = 0
      $0.relativeNorth = -1234
      $0.relativeEast = 1234
      $0.relativeVertical = 220
      $0.identifierType = 2
      $0.identifier = "DD8F12"
      $0.track = 180
      $0.groundSpeed = 30
      $0.climbRate = -1.4
      $0.aircraftType = 1
    },
    Row("without a direction", "PFLAA,2,600,,-50,1,4B1E22,,,,,F", PFLAA()) {
      $0.alarmLevel = 2
      $0.relativeNorth = 600
      $0.relativeVertical = -50
      $0.identifierType = 1
      $0.identifier = "4B1E22"
      $0.aircraftType = 15
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PFLAA>) { row.check(as: Message.pflaa) }
}
