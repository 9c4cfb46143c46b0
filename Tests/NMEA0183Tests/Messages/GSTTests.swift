// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct GSTTests {
  static let rows: [Row<GST>] = [
    Row("all of it", "GPGST,024603.00,3.2,6.6,4.7,47.3,5.8,5.6,22.0", GST()) {
      $0.time = utc(2, 46, 3)
      $0.rangeDeviation = 3.2
      $0.semiMajorDeviation = 6.6
      $0.semiMinorDeviation = 4.7
      $0.orientation = 47.3
      $0.latitudeDeviation = 5.8
      $0.longitudeDeviation = 5.6
      $0.altitudeDeviation = 22
    },
    Row("the ellipse left out", "GNGST,024603,22,,,,1.6,1.2,3.7", GST(talker: .combined)) {
      $0.time = utc(2, 46, 3)
      $0.rangeDeviation = 22
      $0.latitudeDeviation = 1.6
      $0.longitudeDeviation = 1.2
      $0.altitudeDeviation = 3.7
    },
    Row("nothing", "GPGST,,,,,,,,", GST()),
    Row("an unreadable one", "GPGST,,,,,,1.5,infinity,2.5", GST(), unreadable: 1) {
      $0.latitudeDeviation = 1.5
      $0.altitudeDeviation = 2.5
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<GST>) { row.check(as: Message.gst) }
}
