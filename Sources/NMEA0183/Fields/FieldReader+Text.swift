// Core Location for Linux. SPDX-License-Identifier: MIT

extension FieldReader {
  /// Reads a single character.
  @inline(__always)
  mutating func character() -> UInt8? {
    guard let word = word() else { return nil }
    if stepOver(word[byte: 1], at: position &+ 1) { return word[byte: 0] }
    reject()
    return nil
  }

  /// Reads a code that is one character long.
  @inline(__always)
  mutating func code<Code: RawRepresentable<UInt8>>(_: Code.Type = Code.self) -> Code? {
    guard let word = word() else { return nil }
    if let code = Code(rawValue: word[byte: 0]), usually(stepOver(word[byte: 1], at: position &+ 1))
    {
      return code
    }
    reject()
    return nil
  }

  /// Reads the same; if unreadable, the sentence is unusable.
  mutating func vitalCode<Code: RawRepresentable<UInt8>>() -> Code? {
    let count = trouble.unreadable
    let value: Code? = code()
    if trouble.unreadable != count { rejectSentence() }
    return value
  }

  /// Reads text, with the standard's `^hh` escapes resolved.
  mutating func text() -> String? {
    let range = field()
    return range.isEmpty ? nil : unescape(bytes, range)
  }

  /// Reads everything that is left, including commas.
  mutating func remainder() -> String? {
    defer { position = end }
    return position < end ? unescape(bytes, position..<end) : nil
  }
}

/// Returns text with the `^hh` escapes of NMEA 0183 (5.1.3) resolved.
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
