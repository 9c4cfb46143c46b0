// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct VHWTests {
  static let rows: [Row<VHW>] = [
    Row("all fields", "VWVHW,245.1,T,242.3,M,5.2,N,9.6,K", VHW()) {
      $0.heading = 245.1
      $0.magneticHeading = 242.3
      $0.waterSpeedKnots = 5.2
      $0.waterSpeedKilometersPerHour = 9.6
    },
    Row("without a compass", "IIVHW,,T,,M,3.05,N,5.6,K", VHW(talker: "II")) {
      $0.waterSpeedKnots = 3.05
      $0.waterSpeedKilometersPerHour = 5.6
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<VHW>) { row.check(as: Message.vhw) }
}
