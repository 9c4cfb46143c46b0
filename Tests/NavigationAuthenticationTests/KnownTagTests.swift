// Core Location for Linux. SPDX-License-Identifier: MIT

import NavigationTrust
import Testing

@testable import NavigationAuthentication

/// Tags of satellite 2 in the second sub-frame of 16 August 2023, 05:01:00 by Galileo's time, spelled out.
///
/// They are in the official test vector of configuration 1: table 33, in test (NMAS 1).
struct KnownTagTests {
  private static let subframe = GalileoTime(week: 1251, timeOfWeek: 277_260)
  private static let ephemeris: [UInt128] = [
    0x044c_47e2_63b8_61a0_007c_1b9e_a813_5db7, 0x084c_cd98_a909_2775_29ba_ed32_b864_f4a9,
    0x0c4c_ffc1_a227_acfd_7e08_ee1f_cdfd_016b, 0x104c_0bff_bfff_b11f_8001_d4e9_a000_9901,
    0x152f_0450_a681_fe7f_0027_1a1d_83aa_aaaa,
  ]
  private static let ofAnother: [UInt128] = [
    0x044c_47e3_1f66_8300_009e_cf0a_a814_295b, 0x084c_77f9_ac44_271a_2f07_121d_e7a0_0119,
    0x0c4c_ffc4_c81d_52ef_d016_630d_38ea_b36b, 0x104c_0c00_4bff_fd1f_8ffe_7abf_bffe_f901,
    0x152f_0450_a680_0681_e027_1a1d_83aa_aaaa,
  ]
  private static let timing: [UInt128] = [
    0x1800_0000_0000_0000_4923_8e27_8921_d79a, 0x2b33_5e7f_836e_0ff7_0fff_c000_6403_9223,
  ]
  private static let key: UInt128 = 0x3411_75be_bbc7_2f51_85ed_dbf6_ebea_0772
  private static let lateKey: UInt128 = 0x4740_0276_6f14_5ce7_8490_addd_2b77_cb44

  @Test(
    arguments: [
      ("ADKD 0, its own", 1, 2, DataKind.ephemeris, ephemeris, key, 0xe3_c188_4f31, 599),
      ("ADKD 0, of another satellite", 2, 3, .ephemeris, ofAnother, key, 0xb9_0d70_141b, 607),
      ("ADKD 4", 3, 2, .timing, timing, key, 0x99_4901_1a85, 199),
      (
        "ADKD 12, with the key of 330 s later", 5, 2, .ephemeris, ephemeris, lateKey,
        0x29_dc57_aa37, 607
      ),
    ] as [(String, UInt8, Int, DataKind, [UInt128], UInt128, UInt64, Int)])
  func fits(
    _ name: String, _ counter: UInt8, _ satellite: Int, _ kind: DataKind, _ words: [UInt128],
    _ key: UInt128, _ tag: UInt64, _ count: Int
  ) throws {
    var heard = HeardWords()
    heard.add(words.map(NavigationWord.init), in: Self.subframe - 30)
    let data = try #require(heard.data(kind))
    let entry = TagMessage.Entry(
      counter: counter, tag: tag, satellite: satellite, kind: 0, cutOff: 15, slot: .flexible)
    let message = entry.message(
      data.bits, sender: 2, in: Self.subframe, NMAHeader(rawValue: 0b01_11_001_0))
    #expect(message.count == count)
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: key >> UInt128(120 - 8 * $0)) }
    let table = try #require(TagTable(rawValue: 33))
    let parameters = try #require(
      ChainParameters(
        identifier: 3, hash: .sha256, mac: .hmac, keySize: 16, tagBits: 40, table: table,
        pattern: [UInt8](repeating: 0, count: 6)))
    #expect(try parameters.code(message, key: bytes, count: 40, OpenSSLCryptography()) == tag)
  }

  /// IODnav is in words 1 to 4; week and time in word 5, and the time in word 6.
  @Test func readsWhatWordsSay() {
    let words = (Self.ephemeris + Self.timing).map(NavigationWord.init)
    #expect(words.map(\.type) == [1, 2, 3, 4, 5, 6, 10])
    #expect(words.prefix(4).map(\.issueOfData) == [76, 76, 76, 76])
    #expect(words[4].time?.week == 1251 && words[5].time?.week == nil)
    // The last sub-frame before the tags: word 5 in the page of second 25, word 6 in that of second 5.
    #expect(words[4].time?.timeOfWeek == 277_255 && words[5].time?.timeOfWeek == 277_235)
  }
}
