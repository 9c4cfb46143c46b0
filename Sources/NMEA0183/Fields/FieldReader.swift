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
  mutating func stepOver(_ byte: UInt8, at next: Int) -> Bool {
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
}
