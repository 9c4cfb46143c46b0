// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

/// How the parameters of a TAG block are read.
@Suite struct TagBlockTests {
  @Test(
    arguments: [
      ("a source", "s:rx1", "rx1", nil), ("seconds", "c:1735689600", nil, 1_735_689_600_000),
      ("milliseconds", "c:1735689600250", nil, 1_735_689_600_250),
      ("a fraction of seconds", "c:1735689600.25", nil, 1_735_689_600_250),
      ("a millisecond", "c:1735689600.001", nil, 1_735_689_600_001),
      ("nanoseconds are cut", "c:1735689600.123999999", nil, 1_735_689_600_123),
      ("the last that are seconds", "c:100000000000", nil, 100_000_000_000_000),
      ("the first milliseconds", "c:100000000001", nil, 100_000_000_001),
      ("zero", "c:0", nil, 0), ("both", "s:rx1,c:1735689600", "rx1", 1_735_689_600_000),
      ("the other way round", "c:1735689600,s:rx1", "rx1", 1_735_689_600_000),
      ("unknown parameters", "g:1-2-34,s:rx1,n:7,d:x,t:text,q:", "rx1", nil),
      ("names of two letters", "ss:a,cc:1", nil, nil), ("no value", "s:,c:", nil, nil),
      ("no colon", "s,c,rx1", nil, nil), ("empty ones", ",,s:a,,", "a", nil),
      ("a colon in the source", "s:a:b", "a:b", nil),
      ("a blank in the source", "s:a b", "a b", nil),
      ("letters", "c:yesterday", nil, nil), ("letters behind", "c:1735689600Z", nil, nil),
      ("minus", "c:-1", nil, nil), ("a point alone", "c:1735689600.", nil, nil),
      ("two points", "c:1.2.3", nil, nil), ("ten decimals", "c:1.0000000001", nil, nil),
      ("sixteen digits", "c:1000000000000000", nil, 1_000_000_000_000_000),
      ("seventeen digits", "c:10000000000000000", nil, nil), ("nothing", "", nil, nil),
    ] as [(String, String, String?, Int64?)])
  func readsItsParameters(name: String, text: String, source: String?, time: Int64?) throws {
    let block = "\\\(text)*\(checksum(of: text))\\"
    let decoded = DecodedInput(block + checked("GPHDT,1,T"))
    #expect(decoded.defects.isEmpty)
    let tag = try #require(decoded.sentences.first?.tag)
    #expect(tag.source == source)
    #expect(tag.millisecondsSince1970 == time)
  }
}
