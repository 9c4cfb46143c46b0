// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationJSON
import TestSupport
import Testing

@Suite struct ArrayTextTests {
  @Test(
    arguments: [
      ("nothing", 0, 10, "0"),
      ("nothing below zero", -0.0, 4, "0"),
      ("too little to be seen", 0.000_04, 4, "0"),
      ("too little below zero", -0.000_04, 4, "0"),
      ("a half is rounded away from zero", 0.5, 0, "1"),
      ("a half below zero", -2.5, 0, "-3"),
      ("rounded up to a whole", 9.999_96, 4, "10"),
      ("zeros at the end are left out", 12.5, 4, "12.5"),
      ("zeros behind the point are not", 7.000_3, 4, "7.0003"),
      ("ten decimals", 51.478_689_571_7, 10, "51.4786895717"),
      ("ten decimals, eight of them", 0.123_456_78, 10, "0.12345678"),
      ("ten decimals, the last two", 0.000_000_000_1, 10, "0.0000000001"),
      ("nine decimals", -0.100_000_001, 9, "-0.100000001"),
      ("eight decimals", 179.999_999_99, 8, "179.99999999"),
      ("nine digits before the point", 123_456_789.5, 2, "123456789.5"),
      ("seventeen digits", 12_345_678_901_234_560, 2, "12345678901234560"),
      ("more than is counted in", 1e300, 4, "1e+300"),
      ("not a number", .nan, 4, "nan"),
      ("without an end", -.infinity, 4, "-inf"),
    ] as [(String, Double, Int, String)])
  func writesNumbers(why: String, value: Double, decimals: Int, text: String) {
    #expect(String(value, decimals: decimals) == text, "\(why)")
  }

  @Test(
    arguments: [
      ("a whole", 3, 2, "3.00"), ("all decimals", 3.14159, 4, "3.1416"),
      ("ten decimals", 0.5, 10, "0.5000000000"), ("no decimals", 3.4, 0, "3"),
      ("zeros behind the first eight", 0.123_456_78, 10, "0.1234567800"),
    ] as [(String, Double, Int, String)])
  func fillsUpDecimals(why: String, value: Double, decimals: Int, text: String) {
    #expect(String(value, decimals: decimals, padded: true) == text, "\(why)")
  }

  @Test(
    arguments: [
      (0, 1, "0"), (7, 1, "7"), (7, 2, "07"), (0, 3, "000"), (42, 1, "42"),
      (99_999_999, 1, "99999999"),
      (100_000_000, 1, "100000000"), (5, 9, "000000005"), (123_456_789, 9, "123456789"),
      (12_345, 12, "000000012345"), (.max, 1, "18446744073709551615"),
    ] as [(UInt64, Int, String)])
  func writesDigits(value: UInt64, width: Int, text: String) {
    var bytes: [UInt8] = []
    bytes.append(digits: value, width: width)
    #expect(bytes == Array(text.utf8))
  }

  @Test(
    arguments: [
      ("quotation marks", "\"a\\b\"", #"\"a\\b\""#), ("lines", "a\r\n\tb", #"a\r\n\tb"#),
      ("zero", "\0", #"\u0000"#), ("an escape sequence", "\u{1B}[2J", #"\u001b[2J"#),
      ("letters of any script", "å 北", "å 北"),
      ("the direction of text", "\u{202E}", #"\u202e"#),
      ("beyond sixteen bits", "\u{E0001}", #"\udb40\udc01"#),
    ])
  func escapesWhatATerminalMightObey(why: String, text: String, json: String) {
    var bytes: [UInt8] = []
    bytes.append(json: text)
    #expect(bytes == Array(json.utf8), "\(why)")
  }

  /// The text is the nearest number with that many decimals, within the precision of `Double`, and as short as possible.
  @Test func writesTheNearest() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20_000 {
      let decimals = Int.random(in: 0...10, using: &generator)
      let size = pow(10, Double.random(in: -8...5, using: &generator))
      let value = Double.random(in: -size...size, using: &generator)
      let text = String(value, decimals: decimals)
      let written = try #require(Decimal(string: text))
      let exact = try #require(Decimal(string: "\(value)"))
      let distance = abs((written - exact) * pow(Decimal(10), decimals))
      let uncertain = value.ulp * pow(10, Double(decimals))
      #expect(distance <= Decimal(0.5 + uncertain), "\(value) \(decimals) \(text)")
      let behind = text.split(separator: ".").dropFirst().first ?? ""
      #expect(behind.count <= decimals && behind.last != "0", "\(value) \(decimals) \(text)")
    }
  }
}
