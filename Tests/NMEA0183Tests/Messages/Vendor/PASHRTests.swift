// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PASHRTests {
  static let rows: [Row<PASHR>] = [
    Row(
      "all fields", "PASHR,064210.500,147.25,T,-02.35,+00.81,-00.12,0.021,0.019,0.084,2,1", PASHR()
    ) {
      $0.time = UTCTime(hour: 6, minute: 42, second: 10, nanosecond: 500_000_000)
      $0.heading = 147.25
      $0.roll = -2.35
      $0.pitch = 0.81
      $0.heave = -0.12
      $0.rollDeviation = 0.021
      $0.pitchDeviation = 0.019
      $0.headingDeviation = 0.084
      $0.positionStatus = 2
      $0.inertialStatus = 1
    },
    Row("nothing", "PASHR,,,T,,,,,,,,", PASHR()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PASHR>) { row.check(as: Message.pashr) }

  @Test func sentencesOfAshtechAreOthers() {
    let decoded = DecodedInput(checked("PASHR,POS,1,12,064210.50,5131.2,N"))
    #expect(decoded.messages.count == 1)
    #expect(decoded.defects == Defects())
    guard case .other = decoded.messages.first else {
      Issue.record("\(decoded.messages)")
      return
    }
  }
}
