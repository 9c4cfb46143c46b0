// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PSRFEPETests {
  static let rows: [Row<PSRFEPE>] = [
    Row("all of it", "PSRFEPE,100542.500,A,0.7,6.82,10.69,0.5,180.0", PSRFEPE()) {
      $0.time = utc(10, 5, 42, nanosecond: 500_000_000)
      $0.status = .valid
      $0.hdop = 0.7
      $0.horizontalError = 6.82
      $0.verticalError = 10.69
      $0.speedError = 0.5
      $0.courseError = 180
    },
    Row("nothing", "PSRFEPE,,V,,,,,", PSRFEPE()) {
      $0.status = .invalid
    },
    Row("unreadable", "PSRFEPE,,A,x,6.5", PSRFEPE(), unreadable: 1) {
      $0.status = .valid
      $0.horizontalError = 6.5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<PSRFEPE>) { row.check(as: Message.psrfepe) }
}
