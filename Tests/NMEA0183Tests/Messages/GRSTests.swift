// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GRSTests {
  static let rows: [Row<GRS>] = [
    Row("a gap, and empty places at the end", "GPGRS,024603,1,-1.5,,2.25,,,,,,,,,", GRS()) {
      $0.time = utc(2, 46, 3)
      $0.computation = 1
      $0.residuals = [-1.5, nil, 2.25]
    },
    Row("twelve", "GPGRS,024603,0,1,2,3,4,5,6,7,8,9,10,11,12", GRS()) {
      $0.time = utc(2, 46, 3)
      $0.computation = 0
      $0.residuals = ShortList((1...12).map { Float($0) })
    },
    Row("version 4.1", "GNGRS,024603,0,-0.5,,,,,,,,,,,,1,5", GRS(talker: .combined)) {
      $0.time = utc(2, 46, 3)
      $0.computation = 0
      $0.residuals = [-0.5]
      $0.system = .gps
      $0.signal = 5
    },
    Row("nothing", "GPGRS,,,,,,,,,,,,,,", GRS()),
    Row("an unreadable one keeps its place", "GPGRS,,0,1,x,3,,,,,,,,,", GRS(), unreadable: 1) {
      $0.computation = 0
      $0.residuals = [1, nil, 3]
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GRS>) { row.check(as: Message.grs) }
}
