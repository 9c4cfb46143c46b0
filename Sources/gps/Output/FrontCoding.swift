// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Text in which each line is kept as what differs from the one before: front coding, at both ends of the line.
///
/// Two fixes have the names of their members in common, and most often accuracy, quality, and satellites as well.
/// A block is the length of the text, eight bytes, and for each line a ``Header`` and the bytes that are its own.
/// It is hand-written because it is to cost less than writing the text to a file does; see docs/performance.md.
enum FrontCoding {
  /// What is in front of a line's own bytes, in eight bytes.
  private struct Header {
    /// Bytes that the line has in common with the one before, at its front and at its end; less than 65,536.
    let front: Int
    let end: Int
    /// Bytes that follow; less than 4 GB.
    let length: Int

    init(front: Int, end: Int, length: Int) {
      self.front = front
      self.end = end
      self.length = length
    }

    init(word: UInt64) {
      front = Int(word & 0xFFFF)
      end = Int(word >> 16 & 0xFFFF)
      length = Int(word >> 32)
    }

    var word: UInt64 {
      UInt64(UInt16(front)) | UInt64(UInt16(end)) << 16 | UInt64(UInt32(length)) << 32
    }
  }

  /// What is shorter is one line with those behind, so that headers are a small part.
  private static let shortestLine = 64

  /// Text as a block that needs no other one.
  static func encode(_ text: [UInt8]) -> [UInt8] {
    let words = 1 + (text.count / shortestLine + 1)
    return [UInt8](capacity: text.count + 8 * words) { block in
      block.append(word: UInt64(text.count))
      text.withUnsafeBytes { encode($0, into: &block) }
    }
  }

  private static func encode(_ text: UnsafeRawBufferPointer, into block: inout OutputSpan<UInt8>) {
    var previous = 0..<0
    var end = 0
    while previous.upperBound < text.count {
      let start = previous.upperBound
      let line = start..<text.endOfLine(from: min(start + shortestLine - 1, text.count))
      let limit = min(previous.count, line.count, Int(UInt16.max))
      let front = text.commonFront(previous, line, atMost: limit)
      end = text.commonEnd(previous, line, atMost: limit - front, likely: end)
      let own = line.lowerBound + front..<line.upperBound - end
      block.append(word: Header(front: front, end: end, length: own.count).word)
      block.append(text.bytes(own))
      previous = line
    }
  }

  /// The text of a block.
  static func decode(_ block: [UInt8]) -> [UInt8] {
    block.withUnsafeBytes { block in
      [UInt8](capacity: Int(block.word(at: 0))) { decode(block, into: &$0) }
    }
  }

  private static func decode(_ block: UnsafeRawBufferPointer, into text: inout OutputSpan<UInt8>) {
    var previous = 0..<0
    var position = 8
    while position < block.count {
      let header = Header(word: block.word(at: position))
      let own = position + 8..<position + 8 + header.length
      let start = text.count
      text.append(textFrom: previous.lowerBound, count: header.front)
      text.append(block.bytes(own))
      text.append(textFrom: previous.upperBound - header.end, count: header.end)
      previous = start..<text.count
      position = own.upperBound
    }
  }
}

// Proof of what follows: what is loaded, compared or copied was seen to lie in the buffer, by the precondition at
// the top of each function; bytes and words have no invalid bit pattern, and the loads ask for no alignment.
extension UnsafeRawBufferPointer {
  /// The bytes of a range.
  fileprivate func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return UnsafeRawBufferPointer(rebasing: self[range])
  }

  /// Eight bytes, the first in the lowest.
  fileprivate func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8)
    return UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Behind the line feed that is next, or the last byte.
  fileprivate func endOfLine(from start: Int) -> Int {
    let rest = bytes(start..<count)
    guard let first = rest.baseAddress, let feed = memchr(first, 0x0A, rest.count) else {
      return count
    }
    return start + first.distance(to: feed) + 1
  }

  /// How many bytes two ranges have in common from their starts on.
  fileprivate func commonFront(_ one: Range<Int>, _ other: Range<Int>, atMost limit: Int) -> Int {
    var count = 0
    while count + 8 <= limit {
      let difference = word(at: one.lowerBound + count) ^ word(at: other.lowerBound + count)
      if difference != 0 { return count + difference.trailingZeroBitCount / 8 }
      count += 8
    }
    while count < limit, self[one.lowerBound + count] == self[other.lowerBound + count] {
      count += 1
    }
    return count
  }

  /// How many bytes two ranges have in common before their ends; `likely` is tried first.
  fileprivate func commonEnd(
    _ one: Range<Int>, _ other: Range<Int>, atMost limit: Int, likely: Int
  ) -> Int {
    var count = 0
    if likely <= limit {
      let ends = (
        bytes(one.upperBound - likely..<one.upperBound),
        bytes(other.upperBound - likely..<other.upperBound)
      )
      if let first = ends.0.baseAddress, let second = ends.1.baseAddress,
        memcmp(first, second, likely) == 0
      {
        count = likely
      }
    }
    while count + 8 <= limit {
      let difference = word(at: one.upperBound - count - 8) ^ word(at: other.upperBound - count - 8)
      if difference != 0 { return count + difference.leadingZeroBitCount / 8 }
      count += 8
    }
    while count < limit, self[one.upperBound - count - 1] == self[other.upperBound - count - 1] {
      count += 1
    }
    return count
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(word: UInt64) {
    withUnsafeBytes(of: word.littleEndian) { append($0) }
  }

  fileprivate mutating func append(_ bytes: UnsafeRawBufferPointer) {
    append(bytes.assumingMemoryBound(to: UInt8.self))
  }

  /// Appends bytes that it has already.
  fileprivate mutating func append(textFrom start: Int, count length: Int) {
    precondition(start >= 0 && length >= 0 && start + length <= count && length <= freeCapacity)
    withUnsafeMutableBufferPointer { buffer, count in
      guard let base = buffer.baseAddress else { return }
      // What is copied lies before `count`, where it goes to lies behind: they do not overlap.
      (base + count).initialize(from: base + start, count: length)
      count += length
    }
  }
}
