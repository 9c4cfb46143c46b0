// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import TestSupport

/// Generates messages with any content that a sentence can carry.
struct RandomMessage {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a value, or `nil` in one of four cases.
  mutating func maybe<Value>(_ value: (inout Self) -> Value?) -> Value? {
    random.oneIn(4) ? nil : value(&self)
  }

  mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
    // The ends of the range more often than at random.
    switch Int.random(in: 0..<8, using: &random) {
    case 0: range.lowerBound
    case 1: range.upperBound
    default: Number.random(in: range, using: &random)
    }
  }

  mutating func integer<Number: FixedWidthInteger>() -> Number? {
    maybe { $0.number(Number.min...Number.max) }
  }

  /// Returns a number that nineteen digits can represent: short, long, large or small, of either sign.
  mutating func decimal() -> Double? {
    maybe { me in
      let magnitude: Double =
        switch Int.random(in: 0..<7, using: &me.random) {
        case 0: 0
        case 1: Double(me.number(0...99_999 as ClosedRange<Int64>)) / 100
        case 2: Double.random(in: 0.01..<1, using: &me.random)
        case 3: Double.random(in: 0..<400, using: &me.random).rounded(.up) + 0.125
        case 4: Double.random(in: 1..<1e6, using: &me.random)
        case 5: Double.random(in: 1e6..<1e18, using: &me.random)
        default: Double(me.number(1...1_000_000 as ClosedRange<Int64>)) / 1e16
        }
      return me.random.oneIn(3) ? -magnitude : magnitude
    }
  }

  /// Returns degrees that fourteen decimals of a minute can represent, as they can all values of at least one degree.
  mutating func degrees(_ limit: Double) -> Double? {
    maybe { me in
      let magnitude: Double =
        switch Int.random(in: 0..<6, using: &me.random) {
        case 0: 0
        case 1: limit
        case 2: limit.nextDown
        case 3: Double(me.number(0...6_000_000 as ClosedRange<Int64>)) / 6e6
        default: Double.random(in: 1..<limit, using: &me.random)
        }
      return me.random.oneIn(2) ? -magnitude : magnitude
    }
  }

  mutating func float() -> Float? {
    maybe { me in
      me.random.oneIn(2)
        ? Float(me.number(0...99 as ClosedRange<Int>))
        : Float.random(in: 0.01..<1e6, using: &me.random)
    }
  }

  mutating func time() -> UTCTime? {
    maybe { me in
      let nanosecond: UInt32 = me.random.oneIn(2) ? 0 : me.number(0...999_999_999)
      return UTCTime(
        hour: me.number(0...23), minute: me.number(0...59), second: me.number(0...60),
        nanosecond: nanosecond)
    }
  }

  mutating func date() -> ShortDate? {
    maybe {
      ShortDate(day: $0.number(1...31), month: $0.number(1...12), yearOfCentury: $0.number(0...99))
    }
  }

  /// Returns a letter as the code of an open set.
  mutating func letter<Code: RawRepresentable<UInt8>>(_: Code.Type = Code.self) -> Code? {
    maybe { Code(rawValue: $0.number(UInt8(ascii: "A")...UInt8(ascii: "Z"))) }
  }

  mutating func status() -> DataStatus? {
    maybe { me in
      switch me.number(0...2) {
      case 0: .valid
      case 1: .differential
      default: .invalid
      }
    }
  }

  mutating func mode() -> FixMode? { maybe { FixMode(rawValue: $0.number(0x31...0x33)) } }

  /// Returns text of any characters, which is never empty: empty text is read as `nil`.
  mutating func text() -> String? {
    maybe { me in
      let alphabet = Array("aZ09 ,*$!\\^~\r\n\t\0\u{7F}üßé漢😀\u{301}\"<>{}+-./:;=?@[]_`|%&'()")
      return String(
        (0..<me.number(1...12)).map { _ in alphabet.randomElement(using: &me.random) ?? "x" })
    }
  }

  mutating func talker() -> Talker {
    if random.oneIn(2) { return .gps }
    // P is reserved for proprietary sentences.
    let letters = Array("ABCDEFGHIJKLMNOQRSTUVWXYZ0123456789".utf8)
    let first = letters.randomElement(using: &random) ?? 0x47
    let second = letters.randomElement(using: &random) ?? 0x50
    return Talker(rawValue: UInt16(first) | UInt16(second) << 8)
  }
}
