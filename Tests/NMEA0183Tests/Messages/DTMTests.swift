// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct DTMTests {
  static let rows: [Row<DTM>] = [
    Row("south and west", "GPDTM,999,a,0.08,S,0.07,W,-47.7,W84", DTM()) {
      $0.datum = "999"
      $0.subdivision = "a"
      $0.latitudeOffsetMinutes = -0.08
      $0.longitudeOffsetMinutes = -0.07
      $0.altitudeOffset = -47.7
      $0.referenceDatum = "W84"
    },
    Row("north and east", "GNDTM,P90,,0.0025,N,0.5,E,1,W84", DTM(talker: .combined)) {
      $0.datum = "P90"
      $0.latitudeOffsetMinutes = 0.0025
      $0.longitudeOffsetMinutes = 0.5
      $0.altitudeOffset = 1
      $0.referenceDatum = "W84"
    },
    Row("nothing", "GPDTM,,,,,,,,", DTM()),
    Row("a wrong direction", "GPDTM,W84,,0.1,E,0.2,E,0,W84", DTM(), unreadable: 1) {
      $0.datum = "W84"
      $0.longitudeOffsetMinutes = 0.2
      $0.altitudeOffset = 0
      $0.referenceDatum = "W84"
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<DTM>) { row.check(as: Message.dtm) }
}
