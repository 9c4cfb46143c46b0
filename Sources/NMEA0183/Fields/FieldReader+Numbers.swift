// Core Location for Linux. SPDX-License-Identifier: MIT

extension FieldReader {
  /// Reads a decimal number with or without sign, point and fraction.
  @inline(__always)
  mutating func decimal() -> Double? {
    guard let word = word() else { return nil }
    if let (value, decimals, length) = word.shortDecimal,
      usually(stepOver(word[byte: length], at: position &+ length))
    {
      // Below 10⁷, both are exact as Doubles, and one division rounds correctly.
      return Double(Int32(truncatingIfNeeded: value)) / smallPowerOfTen(decimals)
    }
    return accept(bytes.longDecimal(from: position, to: end))
  }

  /// Reads the same, for a number that is mostly an integer of two digits.
  @inline(__always)
  mutating func wholeDecimal() -> Double? {
    guard let word = word() else { return nil }
    if let value = word.twoDigitsAndComma {
      position &+= 3
      return Double(Int32(truncatingIfNeeded: value))
    }
    return accept(bytes.longDecimal(from: position, to: end))
  }

  /// Reads a decimal number that may follow fixed letters.
  mutating func decimal(behind letters: StaticString) -> Double? {
    guard let word = word() else { return nil }
    let count = letters.utf8CodeUnitCount
    let mask: UInt64 = (1 &<< UInt64(8 &* count)) &- 1
    if word & mask == packedText(letters) { position &+= count }
    return decimal()
  }

  /// Reads an integer without sign that fits the type.
  @inline(__always)
  mutating func integer<Integer: FixedWidthInteger>(_: Integer.Type = Integer.self) -> Integer? {
    guard let word = word() else { return nil }
    // Satellites, their elevations and their signals.
    if let value = word.twoDigitsAndComma {
      position &+= 3
      return Integer(truncatingIfNeeded: value)
    }
    return otherInteger(word)
  }

  /// Reads the next two fields, if both are integers of two digits and more fields follow.
  ///
  /// If not, returns `nil` and skips nothing.
  @inline(__always)
  mutating func twoIntegers() -> (UInt16, UInt16)? {
    guard position < end, let (first, second) = bytes.word(at: position).twiceTwoDigitsAndComma
    else {
      return nil
    }
    position &+= 6
    return (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
  }

  /// Reads the same, if the second number is below 90.
  @inline(__always)
  mutating func integerAndElevation() -> (UInt16, UInt16)? {
    guard position < end, let (first, second) = bytes.word(at: position).twoDigitsAndElevation
    else { return nil }
    position &+= 6
    return (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
  }

  /// Reads the next two fields, if they are integers of three digits, below 360, and of two, and more fields follow.
  ///
  /// If not, returns `nil` and skips nothing.
  @inline(__always)
  mutating func azimuthAndInteger() -> (UInt16, UInt16)? {
    guard position < end, let (first, second) = bytes.word(at: position).azimuthAndTwoDigits
    else { return nil }
    position &+= 7
    return (UInt16(truncatingIfNeeded: first), UInt16(truncatingIfNeeded: second))
  }

  /// Reads an integer that is not two digits and a comma; nearly all are in the word.
  @inline(__always)
  private mutating func otherInteger<Integer: FixedWidthInteger>(_ word: UInt64) -> Integer? {
    let (value, count) = word.leadingDigits
    if count &- 1 < 7, count > 0, let value = Integer(exactly: value),
      stepOver(word[byte: count], at: position &+ count)
    {
      return value
    }
    let limit = UInt64(Integer.max)
    return accept(bytes.longInteger(from: position, to: end, atMost: limit)).map {
      Integer(truncatingIfNeeded: $0)
    }
  }

  /// Reads an integer with or without sign that fits the type.
  @inline(__always)
  mutating func signedInteger<Integer: FixedWidthInteger & SignedInteger>(
    _: Integer.Type = Integer.self
  ) -> Integer? {
    guard let word = word() else { return nil }
    if let value = word.twoDigitsAndComma {
      position &+= 3
      return Integer(truncatingIfNeeded: value)
    }
    let limits = Int64(Integer.min)...Int64(Integer.max)
    return accept(bytes.longSignedInteger(from: position, to: end, in: limits)).map {
      Integer(truncatingIfNeeded: $0)
    }
  }

  /// Reads an integer with or without sign, or a decimal rounded to one, within limits that fit the type.
  mutating func roundedInteger<Integer: FixedWidthInteger>(
    in limits: ClosedRange<Int64>
  ) -> Integer? {
    guard let word = word() else { return nil }
    if let value = word.twoDigitsAndComma, Int64(truncatingIfNeeded: value) <= limits.upperBound {
      position &+= 3
      return Integer(truncatingIfNeeded: value)
    }
    return accept(bytes.roundedDecimal(from: position, to: end, in: limits)).map {
      Integer(truncatingIfNeeded: $0)
    }
  }

  /// Reads a hexadecimal integer of up to four digits, below 256.
  @inline(__always)
  mutating func hexadecimal() -> UInt8? {
    guard let word = word() else { return nil }
    if let digit = word[byte: 0].hexDigitValue, stepOver(word[byte: 1], at: position &+ 1) {
      return digit
    }
    return accept(bytes.longHexadecimal(from: position, to: end))
  }
}

// MARK: - Out of line: rare content of a field that is not empty

extension RawSpan {
  /// Reads a decimal number that is longer than seven characters, or has no point.
  @inline(never)
  fileprivate func longDecimal(from: Int, to end: Int) -> (value: Double?, end: Int) {
    let whole = word(at: from).leadingDigits
    guard whole.count > 0, whole.count < 8 else { return anyDecimal(from: from, to: end) }
    let point = from &+ whole.count
    let behind = word(at: point)
    guard behind[byte: 0] == .period else {
      guard behind[byte: 0] == .comma || point == end else {
        return anyDecimal(from: from, to: end)
      }
      return (Double(Int64(truncatingIfNeeded: whole.value)), point)
    }
    let tail = word(at: point &+ 1)
    let fraction = tail.leadingDigits
    let next = point &+ 1 &+ fraction.count
    guard fraction.count < 8, tail[byte: fraction.count] == .comma || next == end else {
      return anyDecimal(from: from, to: end)
    }
    // Below 10¹⁵, both are exact as Doubles, and one division rounds correctly.
    let scale = Int64(truncatingIfNeeded: powerOfTen(fraction.count))
    let mantissa =
      Int64(truncatingIfNeeded: whole.value) &* scale
      &+ Int64(truncatingIfNeeded: fraction.value)
    return (Double(mantissa) / Double(scale), next)
  }

  /// Reads any decimal number: with a sign, without a point, or long.
  @inline(never)
  private func anyDecimal(from: Int, to end: Int) -> (value: Double?, end: Int) {
    let sign = byte(at: from)
    let whole = digits(at: sign == .minus || sign == .plus ? from + 1 : from)
    var next = whole.next
    var fraction = Digits(value: 0, count: 0, next: next)
    if next < end, byte(at: next) == .period {
      fraction = digits(at: next + 1)
      next = fraction.next
    }
    guard (1...maximumDigits).contains(whole.count + fraction.count) else {
      return finishing(nil, at: from, to: end)
    }
    let scale = powerOfTen(fraction.count)
    let value = Double(nearestTo: whole.value * scale + fraction.value, over: scale)
    return finishing(sign == .minus ? -value : value, at: next, to: end)
  }

  /// Reads a decimal number, rounded to the nearest integer, within limits.
  @inline(never)
  fileprivate func roundedDecimal(from: Int, to end: Int, in limits: ClosedRange<Int64>)
    -> (value: Int64?, end: Int)
  {
    let found = longDecimal(from: from, to: end)
    guard let value = found.value, value.magnitude < 1_000_000 else { return (nil, found.end) }
    let rounded = Int64(value < 0 ? value - 0.5 : value + 0.5)
    return (limits.contains(rounded) ? rounded : nil, found.end)
  }

  /// Reads an integer up to a limit.
  @inline(never)
  fileprivate func longInteger(from: Int, to end: Int, atMost limit: UInt64)
    -> (value: UInt64?, end: Int)
  {
    let digits = digits(at: from)
    guard (1...maximumDigits).contains(digits.count), digits.value <= limit else {
      return finishing(nil, at: from, to: end)
    }
    return finishing(digits.value, at: digits.next, to: end)
  }

  /// Reads an integer with or without sign, within limits.
  @inline(never)
  fileprivate func longSignedInteger(from: Int, to end: Int, in limits: ClosedRange<Int64>)
    -> (value: Int64?, end: Int)
  {
    let sign = byte(at: from)
    let digits = digits(at: sign == .minus || sign == .plus ? from + 1 : from)
    guard (1...maximumDigits).contains(digits.count), let magnitude = Int64(exactly: digits.value),
      limits.contains(sign == .minus ? -magnitude : magnitude)
    else { return finishing(nil, at: from, to: end) }
    return finishing(sign == .minus ? -magnitude : magnitude, at: digits.next, to: end)
  }

  /// Reads a number of up to four hexadecimal digits, below 256.
  @inline(never)
  fileprivate func longHexadecimal(from: Int, to end: Int) -> (value: UInt8?, end: Int) {
    var value = 0
    var next = from
    while next < end, let digit = byte(at: next).hexDigitValue, next - from < 4 {
      value = value << 4 | Int(digit)
      next += 1
    }
    return finishing(next > from ? UInt8(exactly: value) : nil, at: next, to: end)
  }
}
