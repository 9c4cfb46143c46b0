// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct MWVTests {
  static let rows: [Row<MWV>] = [
    Row("apparent", "WIMWV,214.8,R,10.5,N,A", MWV()) {
      $0.angle = 214.8
      $0.reference = .apparent
      $0.speed = 10.5
      $0.unit = .knots
      $0.status = .valid
    },
    Row("theoretical", "IIMWV,17,T,4.2,M,A", MWV(talker: "II")) {
      $0.angle = 17
      $0.reference = .theoretical
      $0.speed = 4.2
      $0.unit = .metersPerSecond
      $0.status = .valid
    },
    Row("not valid", "WIMWV,,R,,N,V", MWV()) {
      $0.reference = .apparent
      $0.unit = .knots
      $0.status = .invalid
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<MWV>) { row.check(as: Message.mwv) }
}
