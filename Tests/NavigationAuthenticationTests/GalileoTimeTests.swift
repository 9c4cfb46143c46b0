// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import NavigationAuthentication

struct GalileoTimeTests {
  /// 7 September 2022 is in week 1202 of Galileo; the week is sent in 12 bits, the time of the week in 20.
  @Test(
    arguments: [
      ("the first second", 0, 0, 0), ("week 1251", 1251, 277_200, 1251 << 20 | 277_200),
      ("after 4096 weeks", 4097, 5, 1 << 20 | 5),
    ])
  func writesWeekAndTime(_ name: String, _ week: Int, _ time: Int, _ number: UInt32) {
    let galileo = GalileoTime(week: week, timeOfWeek: time)
    #expect(galileo.week == week && galileo.timeOfWeek == time && galileo.number == number)
  }

  @Test(arguments: [(0, 0), (29, 0), (30, 30), (604_799, 604_770), (-1, -30)])
  func findsTheSubframe(_ seconds: Int, _ start: Int) {
    #expect(GalileoTime(seconds: seconds).subframe == GalileoTime(seconds: start))
  }

  @Test func countsKeysAcrossWeeks() throws {
    let table = try #require(TagTable(rawValue: 34))
    let parameters = ChainParameters(
      identifier: 0, hash: .sha256, mac: .hmac, keySize: 16, tagBits: 40, table: table,
      pattern: [1, 2, 3, 4, 5, 6])
    var chain = KeyChain(
      try #require(parameters),
      key: KeyChain.Key(subframe: GalileoTime(week: 4096, timeOfWeek: 30), bytes: [7]))
    let toy = ToyCryptography()
    // The key of the last sub-frame of week 4095, which is hashed with that week; the next one is number 0 again.
    let time: [UInt8] = [0xFF, 0xF9, 0x3A, 0x62]
    let before = Array(toy.sha256([7] + [0, 0, 0, 0, 1, 2, 3, 4, 5, 6]).prefix(16))
    let last = Array(toy.sha256(before + time + [1, 2, 3, 4, 5, 6]).prefix(16))
    #expect(604_770 == 0x93A62)
    #expect(chain.key(of: GalileoTime(week: 4095, timeOfWeek: 604_770), toy) == last)
  }

  /// The check value of CRC-24/LTE-A in the catalog of CRCs: the same polynomial, from zeros.
  ///
  /// Tests write pages with it.
  @Test func testsUseTheRightChecksum() {
    #expect(remainder(of: Bits(Array("123456789".utf8)).bits) == 0xCD_E703)
  }
}
