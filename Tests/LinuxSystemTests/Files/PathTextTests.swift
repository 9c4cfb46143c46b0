// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import TestSupport
import Testing

@Suite struct PathTextTests {
  @Test(
    arguments: [
      ("ASCII", Array("logs/a.nmea".utf8), "logs/a.nmea"),
      ("UTF-8", Array("é/\u{1F6F0}".utf8), "é/\u{1F6F0}"), ("nothing", [], ""),
      ("Latin 1", [0x61, 0xE9, 0x62], "a\\xe9b"), ("at the end", [0x61, 0xC3], "a\\xc3"),
      ("cut off", [0xE2, 0x82, 0x61], "\\xe2\\x82a"),
      ("what bytes become", Array("\u{10FFE9}".utf8), "\\xf4\\x8f\\xbf\\xa9"),
    ] as [(why: String, bytes: [UInt8], shown: String)])
  func keepsEveryByte(why: String, bytes: [UInt8], shown: String) {
    let text = String(pathBytes: bytes)
    #expect(text.pathBytes.map(UInt8.init(bitPattern:)) == bytes + [0])
    #expect(text.escapedForTerminal == shown)
  }

  @Test func keepsRandomBytes() {
    var generator = SeededGenerator(seed: 15)
    for _ in 0..<2000 {
      let bytes = generator.bytes(Int.random(in: 0..<20, using: &generator)).filter { $0 != 0 }
      #expect(String(pathBytes: bytes).pathBytes.map(UInt8.init(bitPattern:)) == bytes + [0])
    }
  }
}
