// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct PMTK705Tests {
  static let rows: [Row<PMTK705>] = [
    Row("four fields", "PMTK705,AXN_1.30,0027,PA6H,1.0", PMTK705()) {
      $0.release = "AXN_1.30"
      $0.build = "0027"
      $0.product = "PA6H"
      $0.sdk = "1.0"
    },
    Row("three fields", "PMTK705,AXN_1.30,,PA6H", PMTK705()) {
      $0.release = "AXN_1.30"
      $0.product = "PA6H"
    },
    Row("nothing", "PMTK705", PMTK705()),
  ]

  @Test(arguments: rows) func isRead(row: Row<PMTK705>) { row.check(as: Message.pmtk705) }
}
