// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the fields of one sentence from left to right.
///
/// Empty and missing fields are `nil`. So is a field that cannot be read, which is also counted; if that field is a
/// time or a coordinate, the whole sentence is unusable.
///
/// The usual content of a field is read here from one word of eight bytes, in code that is compiled into the structure
/// that reads it (`@inline(__always)`). Everything else is read out of line (`@inline(never)`) by functions of the
/// bytes and positions alone, so that the position can stay in a register. docs/decisions/0014 tells what that saves.
struct FieldReader: ~Escapable {
  let bytes: RawSpan
  /// First byte of the next field; past the end when there is none.
  var position: Int
  /// The end of the last field: an asterisk or a line end, which is neither part of a number nor a comma.
  let end: Int
  /// Number of fields with content that could not be read.
  private(set) var unreadable = 0
  /// Whether a time or a coordinate was among them.
  private(set) var isUnusable = false

  @_lifetime(copy bytes)
  init(_ bytes: RawSpan, from start: Int, to end: Int) {
    self.bytes = bytes
    position = start
    self.end = end
  }

  /// Returns the next eight bytes.
  ///
  /// `nil` if the next field is empty or missing; an empty one is skipped.
  @inline(__always)
  mutating func word() -> UInt64? {
    guard usually(position < end) else { return nil }
    let word = bytes.word(at: position)
    guard usually(word[byte: 0] != .comma) else {
      position &+= 1
      return nil
    }
    return word
  }

  /// Skips the delimiter at `next`, where the byte is `byte`; returns false and does nothing if it is not a delimiter.
  ///
  /// No byte of the field before `next` may be a comma.
  @inline(__always)
  mutating func stepOver(_ byte: UInt8, at next: Int) -> Bool {
    guard byte == .comma || next == end else { return false }
    position = next &+ 1
    return true
  }

  /// Accepts what was read out of line: a value, `nil` if none could be read, and the end of the field.
  @inline(__always)
  mutating func accept<Value>(_ found: (value: Value?, end: Int)) -> Value? {
    position = found.end &+ 1
    if found.value == nil { unreadable &+= 1 }
    return found.value
  }

  /// Accepts the same for a time or a coordinate.
  @inline(__always)
  mutating func acceptVital<Value>(_ found: (value: Value?, end: Int)) -> Value? {
    if found.value == nil { isUnusable = true }
    return accept(found)
  }

  /// Counts the current field as unreadable and skips it.
  @inline(__always)
  mutating func reject() {
    unreadable &+= 1
    position = bytes.fieldEnd(from: position, to: end) &+ 1
  }

  /// Counts the sentence as unusable.
  mutating func rejectSentence() { isUnusable = true }

  /// Skips the next field without reading it.
  @inline(__always)
  mutating func skip() {
    guard position < end else { return }
    // Most fields that are skipped are one letter long, or empty.
    let word = bytes.word(at: position)
    if word[byte: 0] == .comma {
      position &+= 1
    } else if word[byte: 1] == .comma {
      position &+= 2
    } else {
      position = bytes.fieldEnd(from: position, to: end) &+ 1
    }
  }

  /// Skips the next fields while they are empty, and returns their number, up to a limit below 8.
  @inline(__always)
  mutating func skipEmpty(atMost limit: Int) -> Int {
    guard position < end else { return 0 }
    let others = bytes.word(at: position) ^ 0x2C2C_2C2C_2C2C_2C2C
    let count = min(others.trailingZeroBitCount &>> 3, limit)
    position &+= count
    return count
  }

  /// Skips the next field unless it starts with a digit, and returns whether it did.
  @inline(__always)
  mutating func skipLetter() -> Bool {
    if position < end, bytes.byte(at: position).isDigit { return false }
    skip()
    return true
  }

  /// Whether the next field begins with a letter.
  var startsWithLetter: Bool {
    position < end && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes.byte(at: position))
  }

  /// Returns the bytes of the next field, and skips it.
  mutating func field() -> Range<Int> {
    let start = min(position, end)
    let next = bytes.fieldEnd(from: start, to: end)
    position = next &+ 1
    return start..<next
  }

  /// Whether more than two fields are left, or so many bytes that counting is unnecessary.
  func hasMoreThanTwo() -> Bool {
    let count = end - position
    if count > 6 { return true }
    return count > 2 && (position..<end).count { bytes.byte(at: $0) == .comma } >= 2
  }

  /// A summary of what could not be read.
  struct Trouble {
    var unreadable: Int
    var isUnusable: Bool

    /// That of a sentence of which no field has been read.
    static var unread: Trouble { Trouble(unreadable: 1, isUnusable: false) }
  }

  /// What could not be read so far.
  @inline(__always)
  var trouble: Trouble { Trouble(unreadable: unreadable, isUnusable: isUnusable) }

  /// Whether there is more to read.
  var hasMore: Bool { position < end }
}

extension RawSpan {
  /// Returns the end of the field that contains `from`: the next comma, or `to`.
  @inline(never)
  func fieldEnd(from: Int, to: Int) -> Int {
    var position = from
    while position < to, byte(at: position) != .comma { position &+= 1 }
    return position
  }

  /// Returns the value if a field ends at `next`, otherwise `nil`; and the end of the field.
  @inline(__always)
  func finishing<Value>(_ value: Value?, at next: Int, to end: Int) -> (value: Value?, end: Int) {
    if next == end || next < end && byte(at: next) == .comma, let value { return (value, next) }
    return (nil, fieldEnd(from: next, to: end))
  }
}

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
