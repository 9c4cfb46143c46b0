// Core Location for Linux. SPDX-License-Identifier: MIT

extension FieldReader {
  /// A decimal number with or without sign, point and fraction.
  @inline(__always)
  mutating func decimal() -> Double? {
    guard position < end else { return nil }
    let word = bytes.word(at: position)
    if word[byte: 0] == .comma {
      position &+= 1
      return nil
    }
    guard let (value, decimals, length) = word.shortDecimal,
      stepOver(word[byte: length], at: position &+ length)
    else { return longDecimal() }
    // Below 10⁷, both are exact as Doubles, and one division rounds correctly.
    return Double(Int32(truncatingIfNeeded: value))
      / Double(Int32(truncatingIfNeeded: powerOfTen(decimals)))
  }

  /// The same for a number that is longer than seven characters, or has no point.
  @inline(never)
  private mutating func longDecimal() -> Double? {
    let word = bytes.word(at: position)
    let whole = word.leadingDigits
    guard whole.count > 0, whole.count < 8 else { return anyDecimal() }
    guard word[byte: whole.count] == .period else {
      guard stepOver(word[byte: whole.count], at: position &+ whole.count) else {
        return anyDecimal()
      }
      return Double(Int64(truncatingIfNeeded: whole.value))
    }
    let point = position &+ whole.count
    let tail = bytes.word(at: point &+ 1)
    let fraction = tail.leadingDigits
    guard fraction.count < 8,
      stepOver(tail[byte: fraction.count], at: point &+ 1 &+ fraction.count)
    else { return anyDecimal() }
    // Below 10¹⁵, both are exact as Doubles, and one division rounds correctly.
    let scale = Int64(truncatingIfNeeded: powerOfTen(fraction.count))
    let mantissa =
      Int64(truncatingIfNeeded: whole.value) &* scale
      &+ Int64(truncatingIfNeeded: fraction.value)
    return Double(mantissa) / Double(scale)
  }

  /// The same for any number: with a sign, without a point, or long.
  @inline(never)
  private mutating func anyDecimal() -> Double? {
    let sign = bytes.byte(at: position)
    let start = sign == .minus || sign == .plus ? position + 1 : position
    let whole = bytes.digits(at: start)
    var next = whole.next
    var fraction = Digits(value: 0, count: 0, next: next)
    if next < end, bytes.byte(at: next) == .period {
      fraction = bytes.digits(at: next + 1)
      next = fraction.next
    }
    guard (1...maximumDigits).contains(whole.count + fraction.count) else {
      reject()
      return nil
    }
    guard finishField(at: next) else { return nil }
    let scale = powerOfTen(fraction.count)
    let value = Double(nearestTo: whole.value * scale + fraction.value, over: scale)
    return sign == .minus ? -value : value
  }

  /// A whole number without sign that fits the type.
  @inline(__always)
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
    guard position < end else { return nil }
    let word = bytes.word(at: position)
    if word[byte: 0] == .comma {
      position &+= 1
      return nil
    }
    // Satellites, their elevations and their signals: two digits and a comma, which is none past the end.
    if word[byte: 2] == .comma, word[byte: 0].isDigit, word[byte: 1].isDigit {
      position &+= 3
      return Integer(truncatingIfNeeded: (word & 15) &* 10 &+ (word &>> 8 & 15))
    }
    let digits = word.leadingDigits
    guard digits.count > 0, digits.count < 8, let value = Integer(exactly: digits.value),
      stepOver(word[byte: digits.count], at: position &+ digits.count)
    else {
      return anyInteger(upTo: UInt64(Integer.max)).flatMap(Integer.init(exactly:))
    }
    return value
  }

  /// The same for any number: long, or not fit to be read as one.
  @inline(never)
  private mutating func anyInteger(upTo limit: UInt64) -> UInt64? {
    let digits = bytes.digits(at: position)
    guard (1...maximumDigits).contains(digits.count), digits.value <= limit else {
      reject()
      return nil
    }
    return finishField(at: digits.next) ? digits.value : nil
  }

  /// A whole number with or without sign that fits the type.
  @inline(__always)
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _: Integer.Type = Integer.self
  ) -> Integer? {
    if isEmpty() { return nil }
    let sign = bytes.byte(at: position)
    if sign.isDigit { return integer() }
    let digits = bytes.digits(at: sign == .minus || sign == .plus ? position + 1 : position)
    guard (1...maximumDigits).contains(digits.count), let magnitude = Int64(exactly: digits.value),
      let value = Integer(exactly: sign == .minus ? -magnitude : magnitude)
    else {
      reject()
      return nil
    }
    return finishField(at: digits.next) ? value : nil
  }

  /// A whole number in hexadecimal, up to four digits.
  mutating func hexadecimal() -> UInt8? {
    if isEmpty() { return nil }
    var value = 0
    var next = position
    while next < end, let digit = bytes.byte(at: next).hexDigitValue, next - position < 4 {
      value = value << 4 | Int(digit)
      next += 1
    }
    guard next > position, let value = UInt8(exactly: value) else {
      reject()
      return nil
    }
    return finishField(at: next) ? value : nil
  }
}
