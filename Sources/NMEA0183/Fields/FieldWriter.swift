// Core Location for Linux. SPDX-License-Identifier: MIT

/// Writes the fields of one sentence from left to right, each after a comma.
struct FieldWriter {
  var bytes: [UInt8]
  let minuteDecimals: Int
  let secondDecimals: Int

  private mutating func append(_ text: String) {
    bytes.append(.comma)
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes a field that is always the same.
  mutating func unit(_ text: String) { append(text) }

  /// Writes characters unchanged.
  mutating func characters(_ characters: some Sequence<UInt8>) {
    bytes.append(.comma)
    bytes.append(contentsOf: characters)
  }

  mutating func code(_ code: (some RawRepresentable<UInt8>)?) {
    append(code.map { String(Unicode.Scalar($0.rawValue)) } ?? "")
  }

  mutating func integer(_ value: (some BinaryInteger)?, width: Int = 1) {
    guard let value else { return append("") }
    append((value < 0 ? "-" : "") + padded(value.magnitude, to: width))
  }

  mutating func hexadecimal(_ value: UInt8?) {
    append(value.map { String($0, radix: 16, uppercase: true) } ?? "")
  }

  /// Writes the shortest decimal that is read as the same number, as far as the digits of a field allow.
  ///
  /// Empty if it is not finite or needs more than nineteen digits before the point.
  mutating func decimal(_ value: Double?) {
    append(value.flatMap { $0.isFinite ? readable(plainDecimal($0.description)) : nil } ?? "")
  }

  /// Writes the same after some letters.
  mutating func decimal(_ value: inout Double?, behind letters: StaticString) {
    decimal(value)
    let comma = bytes.lastIndex(of: .comma).map { $0 + 1 } ?? bytes.endIndex
    bytes.insert(contentsOf: letters.description.utf8, at: comma)
  }

  mutating func decimal(_ value: Float?, width: Int = 1) {
    guard let value, value.isFinite else { return append("") }
    // Not Int(exactly:): in release it calls the C library's truncf, which nothing here links.
    if value.magnitude < 0x1p62, Float(Int(value)) == value {
      return integer(Int(value), width: width)
    }
    append(readable(plainDecimal(value.description)) ?? "")
  }

  mutating func text(_ text: String?, keepingCommas: Bool = false) {
    append("")
    for byte in (text ?? "").utf8 {
      switch byte {
      case .comma where keepingCommas: bytes.append(byte)
      case .comma, .asterisk, .dollar, .exclamationMark, .backslash, .caret, 0..<0x20, 0x7E...:
        bytes.append(.caret)
        bytes.append(contentsOf: hexadecimalDigits(byte).utf8)
      default: bytes.append(byte)
      }
    }
  }

  mutating func time(_ time: UTCTime?) {
    guard let time else { return append("") }
    append(
      padded(time.hour) + padded(time.minute) + padded(time.second)
        + time.fraction(atLeast: secondDecimals))
  }

  mutating func shortDate(_ date: inout ShortDate?, monthFirst: Bool) {
    guard let date else { return append("") }
    let (first, second) = monthFirst ? (date.month, date.day) : (date.day, date.month)
    append(padded(first) + padded(second) + padded(date.yearOfCentury))
  }

  mutating func latitude(_ degrees: Double?) {
    coordinate(degrees, limit: 90, width: 2, positive: "N", negative: "S")
  }

  mutating func longitude(_ degrees: Double?) {
    coordinate(degrees, limit: 180, width: 3, positive: "E", negative: "W")
  }

  mutating func variation(_ degrees: inout Double?) {
    signedAngle(&degrees, positive: "E", negative: "W")
  }

  mutating func signedAngle(
    _ value: inout Double?, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) {
    decimal(value?.magnitude)
    append(value.map { String($0.sign == .minus ? negative : positive) } ?? "")
  }

  /// Writes degrees and minutes with the fewest decimals that are read as the same number.
  private mutating func coordinate(
    _ degrees: Double?, limit: Double, width: Int, positive: String, negative: String
  ) {
    guard let degrees, degrees.magnitude <= limit else {
      append("")
      return append("")
    }
    let magnitude = degrees.magnitude
    var decimals = minuteDecimals
    while true {
      let scale = powerOfTen(decimals)
      let minutes = magnitude.timesExactly(60 * scale)
      if decimals == 14 || Double(nearestTo: minutes, over: 60 * scale) == magnitude {
        let (whole, fraction) = minutes.quotientAndRemainder(dividingBy: scale)
        let (degree, minute) = whole.quotientAndRemainder(dividingBy: 60)
        append(padded(degree, to: width) + padded(minute))
        if decimals > 0 {
          bytes.append(.period)
          bytes.append(contentsOf: padded(fraction, to: decimals).utf8)
        }
        break
      }
      decimals += 1
    }
    append(degrees.sign == .minus ? negative : positive)
  }
}

extension Double {
  /// Returns the product with an integer, rounded to the nearest integer; both are positive, the result is below 2⁶⁴.
  fileprivate func timesExactly(_ factor: UInt64) -> UInt64 {
    guard self > 0 else { return 0 }
    let product = UInt128(significandBitPattern | 1 << 52) * UInt128(factor)
    let shift = 52 - exponent
    guard shift > 0 else { return UInt64(truncatingIfNeeded: product << UInt128(-shift)) }
    guard shift < 128 else { return 0 }
    return UInt64(truncatingIfNeeded: (product + (1 << UInt128(shift - 1))) >> UInt128(shift))
  }
}

/// Returns a number as the standard library describes it, but without exponent and without `.0`.
private func plainDecimal(_ description: String) -> String {
  let parts = description.split(separator: "e")
  guard parts.count == 2, let exponent = Int(parts[1]) else {
    return description.hasSuffix(".0") ? String(description.dropLast(2)) : description
  }
  let sign = parts[0].hasPrefix("-") ? "-" : ""
  let number = parts[0].drop { $0 == "-" }.split(separator: ".")
  let fraction = number.count > 1 && number[1] != "0" ? String(number[1]) : ""
  let digits = String(number[0]) + fraction
  let point = number[0].count + exponent
  if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
  if point >= digits.count {
    return sign + digits + String(repeating: "0", count: point - digits.count)
  }
  return sign + digits.prefix(point) + "." + digits.dropFirst(point)
}

/// Returns as many digits of a number as are read; `nil` if there are more than that before its point.
private func readable(_ number: String) -> String? {
  let excess = number.utf8.count { $0.isDigit } - maximumDigits
  guard excess > 0 else { return number }
  guard number.contains(".") else { return nil }
  var text = number.dropLast(excess)
  while text.last == "0" { text.removeLast() }
  return String(text.last == "." ? text.dropLast() : text)
}
