// Core Location for Linux. SPDX-License-Identifier: MIT

extension FieldReader {
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
