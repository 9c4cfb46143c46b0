// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct MTWTests {
  static let rows: [Row<MTW>] = [
    Row("warm", "YXMTW,17.5,C", MTW()) {
      $0.temperature = 17.5
    },
    Row("below zero", "WIMTW,-1.25,C", MTW(talker: "WI")) {
      $0.temperature = -1.25
    },
  ]

  @Test(arguments: rows) func isRead(row: Row<MTW>) { row.check(as: Message.mtw) }
}
