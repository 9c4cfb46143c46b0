// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VTGTests {
  static let rows: [Row<VTG>] = [
    Row("version 2.0", "GPVTG,054.7,T,034.4,M,005.5,N,010.2,K", VTG()) {
      $0.course = 54.7
      $0.magneticCourse = 34.4
      $0.speedKnots = 5.5
      $0.speedKilometersPerHour = 10.2
    },
    Row("version 2.3: mode", "GNVTG,,T,,M,0.016,N,0.030,K,D", VTG(talker: .combined)) {
      $0.speedKnots = 0.016
      $0.speedKilometersPerHour = 0.03
      $0.mode = .differential
    },
    Row("nothing but a mode", "GPVTG,,,,,,,,,N", VTG()) { $0.mode = .invalid },
    Row("nothing", "GPVTG,,,,,,,,", VTG()),
    Row("version 1: no letters", "GPVTG,089.0,091.5,012.3,022.8", VTG()) {
      $0.course = 89
      $0.magneticCourse = 91.5
      $0.speedKnots = 12.3
      $0.speedKilometersPerHour = 22.8
    },
    Row("letters where nothing is known", "GPVTG,,T,,M,,N,,K,N", VTG()) { $0.mode = .invalid },
    Row("the last letter left out", "GPVTG,1,T,2,M,3,N,4", VTG()) {
      $0.course = 1
      $0.magneticCourse = 2
      $0.speedKnots = 3
      $0.speedKilometersPerHour = 4
    },
    Row("an unreadable course", "GPVTG,x,T,34.4,M,5.5,N,10.2,K,A", VTG(), unreadable: 1) {
      $0.magneticCourse = 34.4
      $0.speedKnots = 5.5
      $0.speedKilometersPerHour = 10.2
      $0.mode = .autonomous
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<VTG>) { row.check(as: Message.vtg) }
}
