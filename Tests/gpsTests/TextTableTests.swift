// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Testing

@testable import gps

@Suite struct TextTableTests {
  private static let rows = [
    [
      "/dev/ttyACM0", "certain", "u-blox 8", "1546:01a8", "D30A2C41", "cdc_acm",
      "/dev/serial/by-id/usb-u-blox_AG_-_www.u-blox.com_u-blox_GNSS_receiver-if00",
    ],
    ["/dev/ttyUSB0", "likely", "Prolific PL2303 adapter", "067b:2303", "", "pl2303", ""],
  ]

  @Test(arguments: [60, 72, 80, 100, 120, 160])
  func listsDevicesWithinAnyWidthFromSixtyColumns(width: Int) {
    let lines = TextTable(DeviceListing.columns, rows: Self.rows).lines(width: width)
    #expect(lines.count == 3)
    for line in lines { #expect(line.count <= width, "\(line)") }
    for (line, row) in zip(lines.dropFirst(), Self.rows) {
      #expect(line.hasPrefix("\(row[0])  \(row[1])"), "what matters most is never cut off")
    }
  }

  @Test func leavesNothingOutWhereThereIsRoom() {
    let lines = TextTable(DeviceListing.columns, rows: Self.rows).lines(width: nil)
    for cell in Self.rows[0] { #expect(lines[1].contains(cell)) }
  }

  @Test func leavesOutColumnsInWhichNothingIsKnown() {
    let rows = Self.rows.map { $0.prefix(3) + ["", "", "", ""] }
    #expect(
      TextTable(DeviceListing.columns, rows: rows.map(Array.init)).lines(width: 80)[0]
        == "DEVICE        RECEIVER  WHAT")
  }
}
