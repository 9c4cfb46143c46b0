// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@Suite struct SentenceFormatterTests {
  @Test func isItsLettersWithTheFirstInTheLowestByte() {
    let formatter: SentenceFormatter = "GGA"
    #expect(formatter.rawValue == 0x41_4747)
    #expect(formatter.description == "GGA")
    #expect(SentenceFormatter(rawValue: 0x52_4556_4D54_5150).description == "PQTMVER")
  }

  @Test func isThatOfAnAddress() throws {
    let address = try #require(SentenceAddress("IIHSC"))
    #expect(address.formatter == "HSC")
  }
}
