// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct APBTests {
  static let rows: [Row<APB>] = [
    Row("magnetic", "GPAPB,A,A,0.1,R,N,V,V,11,M,DEST,11.5,M,12,M", APB()) {
      $0.status = .valid
      $0.lock = .valid
      $0.crossTrackError = 0.1
      $0.arrival = .invalid
      $0.perpendicularPassed = .invalid
      $0.trackBearing = 11
      $0.trackReference = .magneticNorth
      $0.destination = "DEST"
      $0.bearing = 11.5
      $0.bearingReference = .magneticNorth
      $0.headingToSteer = 12
      $0.headingReference = .magneticNorth
    },
    Row(
      "true, with a mode",
      "GNAPB,A,A,1.25,L,N,V,A,201.3,T,MARK1,203,T,204.5,T,D", APB(talker: .combined)
    ) {
      $0.status = .valid
      $0.lock = .valid
      $0.crossTrackError = -1.25
      $0.arrival = .invalid
      $0.perpendicularPassed = .valid
      $0.trackBearing = 201.3
      $0.trackReference = .trueNorth
      $0.destination = "MARK1"
      $0.bearing = 203
      $0.bearingReference = .trueNorth
      $0.headingToSteer = 204.5
      $0.headingReference = .trueNorth
      $0.mode = .differential
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<APB>) { row.check(as: Message.apb) }
}
