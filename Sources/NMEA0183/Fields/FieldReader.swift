// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the fields of one sentence from left to right.
///
/// Empty and missing fields are `nil`. So is a field that cannot be read, and it is counted; where
/// that field is a time or a coordinate, the whole sentence is unusable.
struct FieldReader: ~Escapable {
  let bytes: RawSpan
  /// First byte of the next field.
  var position: Int
  /// Where the last field ends.
  let end: Int
  /// Fields that held something, but nothing that could be read.
  private(set) var unreadable = 0
  /// Whether a time or a coordinate was among them.
  private(set) var isUnusable = false

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from start: Int, to end: Int) {
    self.bytes = bytes
    position = start
    self.end = end
  }

  /// Whether the next field is empty or missing; an empty one is stepped over.
  @inline(__always)
  mutating func isEmpty() -> Bool {
    if position >= end { return true }
    guard bytes.byte(at: position) == .comma else { return false }
    position += 1
    return true
  }

  /// Steps over the delimiter at `next`; false, and past the whole field, when there is none.
  @inline(__always)
  mutating func finishField(at next: Int) -> Bool {
    if next < end, bytes.byte(at: next) == .comma {
      position = next + 1
      return true
    }
    if next == end {
      position = end
      return true
    }
    reject()
    return false
  }

  /// Steps over the delimiter at `next`, where that byte is; false, and nowhere, when it is none.
  @inline(__always)
  private mutating func stepOver(_ byte: UInt8, at next: Int) -> Bool {
    guard next == end || next < end && byte == .comma else { return false }
    position = min(next &+ 1, end)
    return true
  }

  /// Counts the field under the position as unreadable and steps past it.
  @inline(never)
  mutating func reject() {
    unreadable += 1
    skip()
  }

  /// Counts the field as unreadable and the sentence as unusable.
  @inline(never)
  mutating func rejectSentence() {
    isUnusable = true
    reject()
  }

  /// Steps over the next field without reading it.
  @inline(__always)
  mutating func skip() {
    // Most fields that are skipped are one letter long, or empty.
    let word = bytes.word(at: position)
    if word[byte: 0] == .comma, position < end {
      position &+= 1
    } else if word[byte: 1] == .comma, position &+ 1 < end {
      position &+= 2
    } else {
      skipLong()
    }
  }

  @inline(never)
  private mutating func skipLong() {
    while position < end, bytes.byte(at: position) != .comma { position += 1 }
    if position < end { position += 1 }
  }

  /// Steps over the next field unless it starts a number; whether it did.
  @inline(__always)
  mutating func skipLetter() -> Bool {
    if position < end, bytes.byte(at: position).isDigit { return false }
    skip()
    return true
  }

  /// The bytes of the next field; empty when it is.
  mutating func field() -> Range<Int> {
    let start = position
    var next = position
    while next < end, bytes.byte(at: next) != .comma { next += 1 }
    position = min(next + 1, end)
    return start..<next
  }

  /// Whether something is left to read.
  var hasMore: Bool { position < end }

  // MARK: Kinds of fields

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
    if isEmpty() { return nil }
    let word = bytes.word(at: position)
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

  /// A single character.
  @inline(__always)
  mutating func character() -> UInt8? {
    if isEmpty() { return nil }
    let character = bytes.byte(at: position)
    return finishField(at: position + 1) ? character : nil
  }

  /// A code that is one character long.
  @inline(__always)
  mutating func code<Code: RawRepresentable<UInt8>>(_: Code.Type = Code.self) -> Code? {
    let start = position
    guard let character = character() else { return nil }
    if let code = Code(rawValue: character) { return code }
    position = start
    reject()
    return nil
  }

  /// Text, with the standard's `^hh` escapes resolved.
  mutating func text() -> String? {
    let range = field()
    return range.isEmpty ? nil : unescape(bytes, range)
  }

  /// Everything that is left, commas included.
  mutating func rest() -> String? {
    defer { position = end }
    return position < end ? unescape(bytes, position..<end) : nil
  }

  /// A time of day, `hhmmss` or `hhmmss.sss`; unreadable, it makes the sentence unusable.
  @inline(__always)
  mutating func time() -> UTCTime? {
    if isEmpty() { return nil }
    let word = bytes.word(at: position)
    let whole = word.leadingDigits
    var next = position &+ 6
    var nanosecond: UInt64 = 0
    if word[byte: 6] == .period {
      let fraction = bytes.digits(at: next &+ 1)
      next = fraction.next
      // Finer than a nanosecond: what is beyond is dropped.
      nanosecond =
        fraction.count <= 9
        ? fraction.value &* powerOfTen(9 &- fraction.count)
        : fraction.value / powerOfTen(min(fraction.count, maximumDigits) &- 9)
    }
    guard whole.count == 6, next == end || next < end && bytes.byte(at: next) == .comma,
      let time = UTCTime(
        digits: UInt32(truncatingIfNeeded: whole.value),
        nanosecond: UInt32(truncatingIfNeeded: nanosecond))
    else {
      rejectSentence()
      return nil
    }
    position = min(next &+ 1, end)
    return time
  }

  /// Degrees north of the equator: `ddmm.mmm` and `N` or `S`.
  @inline(__always)
  mutating func latitude() -> Double? {
    coordinate(positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"), limit: 90)
  }

  /// Degrees east of Greenwich: `dddmm.mmm` and `E` or `W`.
  @inline(__always)
  mutating func longitude() -> Double? {
    coordinate(positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), limit: 180)
  }

  /// Two fields that make one coordinate; unreadable, they make the sentence unusable.
  @inline(__always)
  private mutating func coordinate(positive: UInt8, negative: UInt8, limit: UInt64) -> Double? {
    if isEmpty() {
      // A hemisphere alone says nothing.
      if !isEmpty() { skip() }
      return nil
    }
    let whole = bytes.word(at: position).leadingDigits
    var next = position &+ whole.count
    var fraction = Digits(value: 0, count: 0, next: next)
    if bytes.word(at: next)[byte: 0] == .period {
      fraction = bytes.digits(at: next &+ 1)
      next = fraction.next
    }
    // Behind the number: a comma, the hemisphere, and a comma or the end.
    let tail = bytes.word(at: next)
    let hemisphere = tail[byte: 1]
    let (degrees, minutes) = whole.value.quotientAndRemainder(dividingBy: 100)
    guard (1...5).contains(whole.count), fraction.count <= 14, minutes < 60,
      tail[byte: 0] == .comma,
      next &+ 2 == end || next &+ 2 < end && tail[byte: 2] == .comma,
      hemisphere == positive || hemisphere == negative
    else {
      rejectCoordinate()
      return nil
    }
    let scale = powerOfTen(fraction.count)
    let numerator = (degrees &* 60 &+ minutes) &* scale &+ fraction.value
    guard numerator <= limit &* 60 &* scale else {
      rejectCoordinate()
      return nil
    }
    position = min(next &+ 3, end)
    let value = Double(nearestTo: numerator, over: 60 &* scale)
    return hemisphere == positive ? value : -value
  }

  @inline(never)
  private mutating func rejectCoordinate() {
    rejectSentence()
    skip()
  }

  /// An angle and the direction it is to be counted in, as one signed number.
  ///
  /// For the variation and deviation of the compass, where east is positive.
  mutating func signedAngle(positive: UInt8, negative: UInt8) -> Double? {
    guard let angle = decimal() else {
      skip()
      return nil
    }
    let start = position
    switch character() {
    case positive: return angle
    case negative: return -angle
    case nil: return nil
    default:
      position = start
      reject()
      return nil
    }
  }

  /// Degrees east of magnetic north's own direction: a number and `E` or `W`.
  mutating func variation() -> Double? {
    signedAngle(positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
  }

  /// A date, `ddmmyy`; anything else is unreadable.
  @inline(__always)
  mutating func shortDate() -> ShortDate? {
    if isEmpty() { return nil }
    let digits = bytes.digits(at: position)
    guard digits.count == 6, let date = ShortDate(digits: UInt32(digits.value)) else {
      reject()
      return nil
    }
    return finishField(at: digits.next) ? date : nil
  }
}

/// Text with the `^hh` escapes of NMEA 0183 (5.1.3) resolved.
private func unescape(_ bytes: RawSpan, _ range: Range<Int>) -> String {
  guard range.contains(where: { bytes.byte(at: $0) == .caret }) else {
    return bytes.string(in: range)
  }
  var text: [UInt8] = []
  var position = range.lowerBound
  while position < range.upperBound {
    let byte = bytes.byte(at: position)
    if byte == .caret, position + 2 < range.upperBound,
      let high = bytes.byte(at: position + 1).hexDigitValue,
      let low = bytes.byte(at: position + 2).hexDigitValue
    {
      text.append(high << 4 | low)
      position += 3
    } else {
      text.append(byte)
      position += 1
    }
  }
  return String(decoding: text, as: UTF8.self)
}
