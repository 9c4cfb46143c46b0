// Core Location for Linux. SPDX-License-Identifier: MIT

extension FieldReader {
  /// Reads a time of day, `hhmmss` or `hhmmss.sss`; if unreadable, the sentence is unusable.
  @inline(__always)
  mutating func time() -> UTCTime? {
    guard let word = word() else { return nil }
    // Up to seven decimals; a time without any is rarer than one with.
    if let (hour, minute, second) = word.threePairs, usually(word[byte: 6] == .period) {
      let tail = bytes.word(at: position &+ 7)
      let (fraction, count) = tail.leadingDecimals
      if count < 8,
        let time = UTCTime(
          hour: hour, minute: minute, second: second,
          nanosecond: UInt32(truncatingIfNeeded: fraction &* 10)),
        usually(stepOver(tail[byte: count], at: position &+ 7 &+ count))
      {
        return time
      }
    }
    return acceptVital(bytes.anyTime(from: position, to: end))
  }

  /// Reads degrees north of the equator: `ddmm.mmm` and `N` or `S`.
  @inline(__always)
  mutating func latitude() -> Double? {
    coordinate(positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"), limit: 90)
  }

  /// Reads degrees east of Greenwich: `dddmm.mmm` and `E` or `W`.
  @inline(__always)
  mutating func longitude() -> Double? {
    coordinate(positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), limit: 180)
  }

  /// Reads two fields that are one coordinate; if unreadable, the sentence is unusable.
  @inline(__always)
  private mutating func coordinate(positive: UInt8, negative: UInt8, limit: UInt64) -> Double? {
    guard let word = word() else {
      // A hemisphere alone means nothing.
      skip()
      return nil
    }
    if let (minutes, whole) = word.leadingMinutes, usually(word[byte: whole] == .period) {
      let decimals = bytes.word(at: position &+ whole &+ 1)
      let (fraction, count) = decimals.leadingDecimals
      let next = position &+ whole &+ 1 &+ count
      // After the number: a comma, the hemisphere, and a comma or the end.
      let tail = bytes.word(at: next)
      let hemisphere = tail[byte: 1]
      let numerator = minutes &* 100_000_000 &+ fraction
      if usually(tail[byte: 0] == .comma),
        usually(hemisphere == positive || hemisphere == negative),
        usually(numerator <= limit &* 6_000_000_000),
        usually(stepOver(tail[byte: 2], at: next &+ 2))
      {
        // Both are below 2⁵³, so that one division rounds correctly.
        let value = Double(Int64(truncatingIfNeeded: numerator)) / 6_000_000_000
        return hemisphere == positive ? value : -value
      }
    }
    return acceptVital(
      bytes.anyCoordinate(
        from: position, to: end, hemispheres: (positive, negative), limit: limit))
  }

  /// Reads an angle and its direction as one signed number.
  ///
  /// For the variation and deviation of the compass, where east is positive.
  @inline(__always)
  mutating func signedAngle(positive: UInt8, negative: UInt8) -> Double? {
    guard let angle = decimal() else {
      skip()
      return nil
    }
    guard let word = word() else { return nil }
    let direction = word[byte: 0]
    if direction == positive || direction == negative,
      stepOver(word[byte: 1], at: position &+ 1)
    {
      return direction == positive ? angle : -angle
    }
    reject()
    return nil
  }

  /// Reads degrees from true to magnetic north, east positive: a number and `E` or `W`.
  @inline(__always)
  mutating func variation() -> Double? {
    signedAngle(positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"))
  }

  /// Reads a date, `ddmmyy`, or `mmddyy` if the month comes first; anything else is unreadable.
  @inline(__always)
  mutating func shortDate(monthFirst: Bool = false) -> ShortDate? {
    guard let word = word() else { return nil }
    if let (first, second, year) = word.threePairs,
      let date = ShortDate(
        day: monthFirst ? second : first, month: monthFirst ? first : second, yearOfCentury: year),
      stepOver(word[byte: 6], at: position &+ 6)
    {
      return date
    }
    reject()
    return nil
  }
}

// MARK: - Out of line: rare content of a field that is not empty

extension RawSpan {
  /// Reads a time of day with any number of decimals.
  @inline(never)
  fileprivate func anyTime(from: Int, to end: Int) -> (value: UTCTime?, end: Int) {
    let word = word(at: from)
    guard let (hour, minute, second) = word.threePairs else {
      return finishing(nil, at: from, to: end)
    }
    var next = from + 6
    var nanosecond: UInt64 = 0
    if word[byte: 6] == .period {
      let fraction = digits(at: next + 1)
      next = fraction.next
      // Decimals finer than a nanosecond are dropped.
      nanosecond =
        fraction.count <= 9
        ? fraction.value * powerOfTen(9 - fraction.count)
        : fraction.value / powerOfTen(min(fraction.count, maximumDigits) - 9)
    }
    let time = UTCTime(
      hour: hour, minute: minute, second: second,
      nanosecond: UInt32(truncatingIfNeeded: nanosecond))
    return finishing(time, at: next, to: end)
  }

  /// Reads the two fields of a coordinate as receivers vary them; an unreadable one counts as one field.
  ///
  /// There may be any number of decimals, a sign beside the letter that says the same, 60 minutes from rounding, and blanks after
  /// the letter.
  @inline(never)
  fileprivate func anyCoordinate(
    from: Int, to end: Int, hemispheres: (positive: UInt8, negative: UInt8), limit: UInt64
  ) -> (value: Double?, end: Int) {
    let sign = byte(at: from)
    let isNegative = sign == UInt8(ascii: "-")
    let whole = digits(at: isNegative || sign == UInt8(ascii: "+") ? from + 1 : from)
    var next = whole.next
    var fraction = Digits(value: 0, count: 0, next: next)
    if word(at: next)[byte: 0] == .period {
      fraction = digits(at: next + 1)
      next = fraction.next
    }
    guard (1...5).contains(whole.count), fraction.count <= 14,
      whole.value % 100 < 60 || whole.value % 100 == 60 && fraction.value == 0,
      next + 1 < end, byte(at: next) == .comma
    else { return rejectedCoordinate(from: from, to: end) }
    let hemisphere = byte(at: next + 1)
    next += 2
    while next < end, byte(at: next) == UInt8(ascii: " ") { next += 1 }
    guard next == end || byte(at: next) == .comma,
      hemisphere == hemispheres.negative || hemisphere == hemispheres.positive && !isNegative
    else { return rejectedCoordinate(from: from, to: end) }
    let scale = powerOfTen(fraction.count)
    let numerator = (whole.value / 100 * 60 + whole.value % 100) * scale + fraction.value
    guard numerator <= limit * 60 * scale else { return rejectedCoordinate(from: from, to: end) }
    let value = Double(nearestTo: numerator, over: 60 * scale)
    return (hemisphere == hemispheres.positive ? value : -value, next)
  }

  /// Returns no coordinate, and the end of its second field.
  private func rejectedCoordinate(from: Int, to end: Int) -> (value: Double?, end: Int) {
    let first = fieldEnd(from: from, to: end)
    return (nil, first < end ? fieldEnd(from: first + 1, to: end) : end)
  }
}
