// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct RMATests {
  static let rows: [Row<RMA>] = [
    Row("all fields", "LCRMA,A,4732.622,N,00940.998,E,25780.1,36112.4,5.2,271.4,3.1,E", RMA()) {
      $0.status = .valid
      $0.latitude = 2_852_622.0 / 60_000
      $0.longitude = 580_998.0 / 60_000
      $0.timeDifferenceA = 25780.1
      $0.timeDifferenceB = 36112.4
      $0.speedKnots = 5.2
      $0.course = 271.4
      $0.magneticVariation = 3.1
    },
    Row("not valid", "LCRMA,V,,,,,,,,,,", RMA()) {
      $0.status = .invalid
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<RMA>) { row.check(as: Message.rma) }
}
