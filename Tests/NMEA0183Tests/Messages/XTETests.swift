// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct XTETests {
  static let rows: [Row<XTE>] = [
    Row("to the left", "GPXTE,A,A,0.67,L,N", XTE()) {
      $0.status = .valid
      $0.lock = .valid
      $0.crossTrackError = -0.67
    },
    Row("with a mode", "GNXTE,A,A,0.0,R,N,A", XTE(talker: .combined)) {
      $0.status = .valid
      $0.lock = .valid
      $0.crossTrackError = 0
      $0.mode = .autonomous
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<XTE>) { row.check(as: Message.xte) }
}
