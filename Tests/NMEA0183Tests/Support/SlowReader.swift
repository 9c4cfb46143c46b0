// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Reads fields as plainly as possible, with characters and exact fractions, for comparison with the module.
///
/// It shares no code with the module, and is not meant to be fast.
struct SlowReader {
  /// Thrown for a field whose value cannot be read.
  struct Unreadable: Error {}

  private var fields: ArraySlice<String>
  /// The number of fields that could not be read, and whether a time or a coordinate was among them.
  private(set) var unreadable = 0
  private(set) var isUnusable = false

  /// Takes the fields between the commas of a text.
  init(_ text: String) {
    fields = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)[...]
  }

  private mutating func next() -> String { fields.popFirst() ?? "" }

  /// Reads a field unless it is empty, and counts it if it cannot be read.
  private mutating func read<Value>(_ text: String, _ value: (String) throws -> Value) -> Value? {
    if text.isEmpty { return nil }
    if let value = try? value(text) { return value }
    unreadable += 1
    return nil
  }

  private mutating func vital<Value>(_ text: String, _ value: (String) throws -> Value) -> Value? {
    let before = unreadable
    defer { if unreadable > before { isUnusable = true } }
    return read(text, value)
  }

  mutating func skip() { _ = next() }

  /// Whether the next field starts with a digit.
  var nextIsNumber: Bool { fields.first?.first.map { "0123456789".contains($0) } ?? false }

  mutating func decimal() -> Double? {
    read(next()) { text in
      let (isNegative, digits) = Self.sign(text)
      let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let decimals = parts.count == 2 ? String(parts[1]) : ""
      let all = String(parts[0]) + decimals
      guard (1...19).contains(all.count) else { throw Unreadable() }
      let value = ExactFraction(try Self.natural(all), over: Self.power(decimals.count)).nearest
      return isNegative ? -value : value
    }
  }

  mutating func integer(atMost limit: UInt64) -> UInt64? {
    read(next()) { text in
      guard text.count <= 19, try Self.natural(text) <= limit else { throw Unreadable() }
      return UInt64(try Self.natural(text))
    }
  }

  mutating func signedInteger(_ limits: ClosedRange<Int64>) -> Int64? {
    read(next()) { text in
      let (isNegative, digits) = Self.sign(text)
      guard digits.count <= 19 else { throw Unreadable() }
      let magnitude = Int128(try Self.natural(digits))
      guard let value = Int64(exactly: isNegative ? -magnitude : magnitude), limits.contains(value)
      else { throw Unreadable() }
      return value
    }
  }

  mutating func roundedInteger(_ limits: ClosedRange<Int64>) -> Int64? {
    read(next()) { text in
      var number = SlowReader(text)
      guard let value = number.decimal(), value.magnitude < 1e6,
        limits.contains(Int64(value.rounded()))
      else { throw Unreadable() }
      return Int64(value.rounded())
    }
  }

  mutating func hexadecimal() -> UInt8? {
    read(next()) { text in
      let values = text.map { "0123456789ABCDEF".firstIndex(of: $0.uppercased().first ?? "-") }
      guard text.count <= 4, values.allSatisfy({ $0 != nil }), let value = UInt8(text, radix: 16)
      else { throw Unreadable() }
      return value
    }
  }

  mutating func letter(of letters: String? = nil) -> UInt8? {
    read(next()) { text in
      guard text.count == 1, letters?.contains(text) ?? true, let code = text.utf8.first else {
        throw Unreadable()
      }
      return code
    }
  }

  mutating func vitalLetter() -> UInt8? {
    vital(next()) { text in
      guard text.count == 1, let code = text.utf8.first else { throw Unreadable() }
      return code
    }
  }

  mutating func time() -> UTCTime? {
    vital(next()) { text in
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let pairs = try Self.pairs(String(parts[0]))
      let decimals = parts.count == 2 ? String(parts[1]) : ""
      if !decimals.isEmpty { for digit in decimals { _ = try Self.natural(String(digit)) } }
      let nanosecond = try Self.natural(String((decimals + "000000000").prefix(9)))
      guard
        let time = UTCTime(
          hour: pairs.0, minute: pairs.1, second: pairs.2, nanosecond: UInt32(nanosecond))
      else { throw Unreadable() }
      return time
    }
  }

  mutating func shortDate() -> ShortDate? {
    read(next()) { text in
      let pairs = try Self.pairs(text)
      guard let date = ShortDate(day: pairs.0, month: pairs.1, yearOfCentury: pairs.2) else {
        throw Unreadable()
      }
      return date
    }
  }

  mutating func coordinate(_ hemispheres: (String, String), limit: UInt128) -> Double? {
    let (angle, letter) = (next(), next())
    return vital(angle) { signed in
      let (isNegative, text) = Self.sign(signed)
      var hemisphere = letter
      while hemisphere.count > 1, hemisphere.last == " " { hemisphere.removeLast() }
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      let whole = String(parts[0])
      let decimals = parts.count == 2 ? String(parts[1]) : ""
      guard (1...5).contains(whole.count), decimals.count <= 14,
        hemisphere == hemispheres.1 || hemisphere == hemispheres.0 && !isNegative
      else { throw Unreadable() }
      let number = try Self.natural(whole)
      let scale = Self.power(decimals.count)
      let fraction = decimals.isEmpty ? 0 : try Self.natural(decimals)
      let minutes = (number / 100 * 60 + number % 100) * scale + fraction
      guard number % 100 < 60 || number % 100 == 60 && fraction == 0, minutes <= limit * 60 * scale
      else { throw Unreadable() }
      let value = ExactFraction(minutes, over: 60 * scale).nearest
      return hemisphere == hemispheres.0 ? value : -value
    }
  }

  mutating func latitude() -> Double? { coordinate(("N", "S"), limit: 90) }
  mutating func longitude() -> Double? { coordinate(("E", "W"), limit: 180) }

  // MARK: Characters

  private static func sign(_ text: String) -> (isNegative: Bool, rest: String) {
    guard let first = text.first, first == "-" || first == "+" else { return (false, text) }
    return (first == "-", String(text.dropFirst()))
  }

  private static func natural(_ text: String) throws -> UInt128 {
    if text.isEmpty { throw Unreadable() }
    var value: UInt128 = 0
    for character in text.utf8 {
      guard character >= 48, character <= 57 else { throw Unreadable() }
      value = value * 10 + UInt128(character - 48)
    }
    return value
  }

  private static func pairs(_ text: String) throws -> (UInt8, UInt8, UInt8) {
    guard text.utf8.count == 6 else { throw Unreadable() }
    let number = try natural(text)
    return (UInt8(number / 10_000), UInt8(number / 100 % 100), UInt8(number % 100))
  }

  private static func power(_ exponent: Int) -> UInt128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
