// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GPSTool

@Suite struct ByteCountTests {
  @Test(
    arguments: [
      ("bytes", "65536", 65_536), ("kilo", "64k", 65_536), ("the other letter", "64K", 65_536),
      ("mega", "10M", 10_485_760), ("with its unit", "10MB", 10_485_760),
      ("giga", "2G", 2_147_483_648),
    ])
  func reads(why: String, text: String, bytes: Int) {
    #expect(ByteCount(argument: text)?.bytes == bytes)
  }

  @Test(
    arguments: [
      "", "k", "-1", "+1", "1.5M", "1 k", "1e6", "٣k", "99999999999999999999",
      "9223372036854775807k",
    ])
  func refuses(text: String) {
    #expect(ByteCount(argument: text) == nil)
  }
}
