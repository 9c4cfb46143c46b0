// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct RSATests {
  static let rows: [Row<RSA>] = [
    Row("one rudder", "AGRSA,-4.5,A,,V", RSA()) {
      $0.starboard = -4.5
      $0.starboardStatus = .valid
      $0.portStatus = .invalid
    },
    Row("two", "IIRSA,2.0,A,1.8,A", RSA(talker: "II")) {
      $0.starboard = 2
      $0.starboardStatus = .valid
      $0.port = 1.8
      $0.portStatus = .valid
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<RSA>) { row.check(as: Message.rsa) }
}
