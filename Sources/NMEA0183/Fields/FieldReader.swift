// Core Location for Linux. SPDX-License-Identifier: MIT

/// Reads the fields of one sentence from left to right.
///
/// Empty and missing fields are `nil`. So is a field that cannot be read, and it is counted; where
/// that field is a time or a coordinate, the whole sentence is unusable.
///
/// What nearly all fields hold is read here from one word of eight bytes, and compiled into the structure that reads it
/// (`@inline(__always)`). All else is read out of line (`@inline(never)`) by functions of the bytes and positions alone,
/// so that the position can stay in a register. What that saves is in docs/decisions/0014.
struct FieldReader: ~Escapable {
  let bytes: RawSpan
  /// First byte of the next field; past the end when there is none.
  var position: Int
  /// Where the last field ends: at an asterisk or a line end, so that no number and no comma lies there.
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
    position &+= 1
    return true
  }

  /// The next eight bytes.
  ///
  /// `nil` if the next field is empty or missing; an empty one is stepped over.
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

  /// Steps over the delimiter at `next`, where that byte is; false, and nowhere, when it is none.
  ///
  /// No byte of the field before `next` may be a comma.
  @inline(__always)
  mutating func stepOver(_ byte: UInt8, at next: Int) -> Bool {
    guard byte == .comma || next == end else { return false }
    position = next &+ 1
    return true
  }

  /// Accepts what was read out of line: a value, `nil` if none could be read, and where the field ends.
  @inline(__always)
  mutating func accept<Value>(_ found: (value: Value?, end: Int)) -> Value? {
    position = found.end &+ 1
    if found.value == nil { unreadable &+= 1 }
    return found.value
  }

  /// The same for a time or a coordinate.
  @inline(__always)
  mutating func acceptVital<Value>(_ found: (value: Value?, end: Int)) -> Value? {
    if found.value == nil { isUnusable = true }
    return accept(found)
  }

  /// Counts the field under the position as unreadable and steps past it.
  @inline(__always)
  mutating func reject() {
    unreadable &+= 1
    position = bytes.fieldEnd(from: position, to: end) &+ 1
  }

  /// Steps over the next field without reading it.
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

  /// Steps over the next fields as long as they are empty; how many of them, up to a limit below 8.
  @inline(__always)
  mutating func skipEmpty(atMost limit: Int) -> Int {
    guard position < end else { return 0 }
    let others = bytes.word(at: position) ^ 0x2C2C_2C2C_2C2C_2C2C
    let count = min(others.trailingZeroBitCount &>> 3, limit)
    position &+= count
    return count
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
    let start = min(position, end)
    let next = bytes.fieldEnd(from: start, to: end)
    position = next &+ 1
    return start..<next
  }

  /// Whether more than two fields are left, or so many bytes that there is no need to count.
  func hasMoreThanTwo() -> Bool {
    let count = end - position
    if count > 6 { return true }
    return count > 2 && (position..<end).count { bytes.byte(at: $0) == .comma } >= 2
  }

  /// What could not be read.
  struct Trouble {
    var unreadable: Int
    var isUnusable: Bool
  }

  /// What could not be read so far.
  @inline(__always)
  var trouble: Trouble { Trouble(unreadable: unreadable, isUnusable: isUnusable) }

  /// Whether something is left to read.
  var hasMore: Bool { position < end }
}

extension RawSpan {
  /// Where the field ends that `from` lies in: at the next comma, or at `to`.
  @inline(never)
  func fieldEnd(from: Int, to: Int) -> Int {
    var position = from
    while position < to, byte(at: position) != .comma { position &+= 1 }
    return position
  }

  /// The value if a field ends where it does; else `nil`, and where the field ends.
  @inline(__always)
  func finishing<Value>(_ value: Value?, at next: Int, to end: Int) -> (value: Value?, end: Int) {
    if next == end || next < end && byte(at: next) == .comma, let value { return (value, next) }
    return (nil, fieldEnd(from: next, to: end))
  }
}
