// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS

@Suite struct ChecksumTests {
  private static let digits = Array("123456789".utf8)

  /// Of `123456789`, as catalogs of checksums list them: CRC-16/XMODEM, and CRC-32 without its inversions.
  @Test func matchPublishedValues() {
    let bytes = Self.digits.span.bytes
    #expect(bytes.crc32(0..<9) == 0x2DFD_2D88, "NovAtel and Unicore")
    #expect(bytes.crc16(0..<9) == 0x31C3, "SBF")
    #expect(bytes.exclusiveOr(0..<9) == 0x31, "1^2^3 and 4^5^6^7 cancel each other, 8^9 is 1")
    // Fletcher's sums of 1, 2: 3 and 1 + 3.
    let two: [UInt8] = [1, 2]
    #expect(two.span.bytes.fletcher(0..<2) == 0x0403)
  }

  /// Message 1005 in the examples of the standard.
  @Test func thatOfRTCMIsZeroOverAFrame() {
    let frame: [UInt8] = [
      0xD3, 0x00, 0x13, 0x3E, 0xD7, 0xD3, 0x02, 0x02, 0x98, 0x0E, 0xDE, 0xEF, 0x34, 0xB4, 0xBD,
      0x62, 0xAC, 0x09, 0x41, 0x98, 0x6F, 0x33, 0x36, 0x0B, 0x98,
    ]
    #expect(frame.span.bytes.crc24(0..<frame.count) == 0)
  }
}

@Suite struct TextFieldsTests {
  private let fields = TextFields(#"1,,-3.25,"9901","",0x1F,nan,1e3,20250614,235959.75,245959"#)

  @Test func emptyMissingAndUnreadableAreNil() {
    #expect(fields.decimal(1) == nil && fields.integer(1, as: Int.self) == nil && fields[1] == nil)
    #expect(fields.decimal(99) == nil && fields[99] == nil && fields.time(99) == nil)
    #expect(fields.decimal(5) == nil, "hexadecimal")
    #expect(fields.decimal(6) == nil, "not a number")
    #expect(fields[4] == nil, "quotation marks around nothing")
  }

  @Test func readsNumbersTextsAndTimes() {
    #expect(fields.integer(0) == 1 && fields.decimal(2) == -3.25 && fields[3] == "9901")
    #expect(fields.decimal(7) == 1000)
    #expect(fields.date(8) == CivilDate(year: 2025, month: 6, day: 14))
    // 23 h 59 min 59.75 s.
    #expect(fields.time(9)?.nanosecondsOfDay == 86_399_750_000_000)
    #expect(fields.time(10) == nil, "there is no hour 24")
  }
}
