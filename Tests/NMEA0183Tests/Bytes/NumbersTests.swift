// Core Location for Linux. SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import NMEA0183

/// Numbers are read as the Double nearest to what was sent; verified with integers, field by field.
@Suite struct NumbersTests {
  @Test(
    arguments: [
      // 0.5 and its neighbours above and below, 2^-53 and 2^-54 apart.
      ("itself", 0.5, 1, 2, true), ("the next up", (0.5).nextUp, 1, 2, false),
      ("the next down", (0.5).nextDown, 1, 2, false), ("a third", 1.0 / 3, 1, 3, true),
      ("above a third", (1.0 / 3).nextUp, 1, 3, false),
      // 2^53 + 1 lies halfway between 2^53 and 2^53 + 2; the first is the even one.
      ("tie to even", 9_007_199_254_740_992, 9_007_199_254_740_993, 1, true),
      ("tie to odd", 9_007_199_254_740_994, 9_007_199_254_740_993, 1, false),
      ("zero", 0, 0, 7, true), ("zero for something", 0, 1, 7, false),
      ("far off", 1e-9, 1, 1, false),
    ] as [(String, Double, UInt64, UInt64, Bool)])
  func theProofIsSound(name: String, value: Double, over: UInt64, under: UInt64, expected: Bool) {
    #expect(value.isNearest(to: over, over: under) == expected)
  }

  @Test func roundsEveryQuotientToTheNearestDouble() {
    var random = SeededGenerator(seed: 11)
    var wrong: [(UInt64, UInt64)] = []
    for _ in 0..<50_000 {
      // Numbers of all lengths, rather than mostly long ones.
      let numerator = random.next() >> UInt64.random(in: 0..<64, using: &random)
      let denominator = max(1, random.next() >> UInt64.random(in: 0..<64, using: &random))
      let value = Double(nearestTo: numerator, over: denominator)
      if !value.isNearest(to: numerator, over: denominator) {
        wrong.append((numerator, denominator))
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test func breaksTiesToEven() {
    let two53: UInt64 = 1 << 53
    #expect(Double(nearestTo: two53 + 1, over: 1) == 9_007_199_254_740_992)
    #expect(Double(nearestTo: two53 + 3, over: 1) == 9_007_199_254_740_996)
    #expect(Double(nearestTo: 2 * two53 + 2, over: 2) == 9_007_199_254_740_992)
    #expect(Double(nearestTo: .max, over: 1) == 18_446_744_073_709_551_616)
    #expect(Double(nearestTo: .max, over: .max) == 1)
    #expect(Double(nearestTo: 1, over: .max) == 0x1p-64)
  }

  @Test func readsEveryDecimalAsTheNearestDouble() {
    var random = SeededGenerator(seed: 12)
    var wrong: [String] = []
    for _ in 0..<100_000 {
      let count = Int.random(in: 1...19, using: &random)
      let decimals = Int.random(in: 0...count, using: &random)
      let (digits, number) = Self.digits(count, &random)
      let sign = ["", "-", "+"][Int.random(in: 0..<3, using: &random)]
      var text = Array(sign.utf8) + digits
      if decimals > 0 || random.oneIn(4) { text.insert(.period, at: text.count - decimals) }
      let field = Field(text + Array("*00".utf8), length: text.count) { $0.decimal() }
      guard let value = field.value, field.unreadable == 0, !field.hasMore,
        value.magnitude.isNearest(to: number, over: powerOfTen(decimals)),
        number == 0 || (value < 0) == (sign == "-")
      else {
        wrong.append(String(decoding: text, as: UTF8.self))
        continue
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test func readsEveryCoordinateAsTheNearestDouble() {
    var random = SeededGenerator(seed: 13)
    var wrong: [String] = []
    for _ in 0..<100_000 {
      let isLatitude = Bool.random(using: &random)
      // Many near the equator and Greenwich, where the resolution of a Double is finest.
      let limit: UInt64 = isLatitude ? 90 : 180
      let degrees = random.oneIn(3) ? 0 : UInt64.random(in: 0..<limit, using: &random)
      let minutes = random.oneIn(3) ? 0 : UInt64.random(in: 0..<60, using: &random)
      let decimals = Int.random(in: 0...14, using: &random)
      let (digits, fraction) = Self.digits(decimals, &random)
      let hemisphere = Array((isLatitude ? "NS" : "EW").utf8)[Int.random(in: 0..<2, using: &random)]
      var text = Array((padded(degrees, to: isLatitude ? 2 : 3) + padded(minutes)).utf8)
      if decimals > 0 || random.oneIn(4) { text += [.period] + digits }
      text += [.comma, hemisphere]

      let field = Field(text + Array(",1*00".utf8), length: text.count + 2) {
        isLatitude ? $0.latitude() : $0.longitude()
      }
      let scale = powerOfTen(decimals)
      let numerator = (degrees * 60 + minutes) * scale + fraction
      guard let value = field.value, field.unreadable == 0, field.hasMore,
        value.magnitude.isNearest(to: numerator, over: 60 * scale),
        numerator == 0 || (value < 0) == "SW".utf8.contains(hemisphere)
      else {
        wrong.append(String(decoding: text, as: UTF8.self))
        continue
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }

  @Test(arguments: 0...24)
  func findsTheEndOfARunOfDigits(count: Int) {
    let run = String("123456789012345678901234".prefix(count))
    for behind in [",", ".", "/", ":", "*", "x", "\u{7F}", "\0"] {
      let bytes = Array("x\(run)\(behind)99999999".utf8)
      let digits = bytes.rawSpan.digits(at: 1)
      #expect(digits.count == count)
      #expect(digits.next == 1 + count)
      if count <= 19 { #expect(digits.value == UInt64(run) ?? 0) }
    }
  }

  /// Returns random digits, and the number that they form.
  private static func digits(
    _ count: Int, _ random: inout SeededGenerator
  ) -> (text: [UInt8], value: UInt64) {
    var text: [UInt8] = []
    var value: UInt64 = 0
    // Rounding tends to fail on runs of zeros and nines.
    let only: UInt8? = random.oneIn(8) ? (random.oneIn(2) ? 0 : 9) : nil
    for _ in 0..<count {
      let digit = only ?? UInt8.random(in: 0...9, using: &random)
      text.append(0x30 + digit)
      value = value * 10 + UInt64(digit)
    }
    return (text, value)
  }
}
