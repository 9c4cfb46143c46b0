// Core Location for Linux. SPDX-License-Identifier: MIT

/// The contents of a TAG block, about the sentence that follows it (NMEA 0183 version 4.10, section 7).
///
///     \s:rx1,c:1735689600,n:7*hh\$GPGGA,…
public struct TagBlock: Hashable, Sendable {
  /// Parameter `s`: the identification of the source; `nil` if not given.
  public var source: String?

  /// Parameter `c`: UNIX time in milliseconds; `nil` if not given or not a number.
  ///
  /// The standard allows seconds and milliseconds; a value over 10¹¹ is in milliseconds.
  public var millisecondsSince1970: Int64?

  /// Reads the block in `bytes[range]`, including backslashes and checksum.
  init(_ bytes: RawSpan, _ range: Range<Int>) {
    var position = range.lowerBound + 1
    let end = range.upperBound - 4
    while position < end {
      var next = position
      while next < end, bytes.byte(at: next) != .comma { next += 1 }
      if next - position > 2, bytes.byte(at: position + 1) == .colon {
        let value = position + 2..<next
        switch bytes.byte(at: position) {
        case UInt8(ascii: "s"): source = bytes.string(in: value)
        case UInt8(ascii: "c"): millisecondsSince1970 = Self.time(bytes, value)
        default: break
        }
      }
      position = next + 1
    }
  }

  /// Whether `bytes[range]` is a block with the right checksum.
  static func isIntact(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let asterisk = range.upperBound - 4
    guard asterisk > range.lowerBound, bytes.byte(at: asterisk) == .asterisk,
      let high = bytes.byte(at: asterisk + 1).hexDigitValue,
      let low = bytes.byte(at: asterisk + 2).hexDigitValue
    else { return false }
    var sum: UInt8 = 0
    for position in range.lowerBound + 1..<asterisk { sum ^= bytes.byte(at: position) }
    return sum == high << 4 | low
  }

  private static func time(_ bytes: RawSpan, _ range: Range<Int>) -> Int64? {
    // Seconds may have a fraction; it is read as milliseconds.
    let whole = bytes.digits(at: range.lowerBound)
    guard whole.count > 0, whole.count <= 16 else { return nil }
    guard whole.next < range.upperBound else {
      let value = Int64(whole.value)
      return value > 100_000_000_000 ? value : value * 1000
    }
    guard bytes.byte(at: whole.next) == .period else { return nil }
    let fraction = bytes.digits(at: whole.next + 1)
    guard fraction.next == range.upperBound, (1...9).contains(fraction.count), whole.count <= 11
    else { return nil }
    let scale = powerOfTen(9 - fraction.count) * fraction.value / 1_000_000
    return Int64(whole.value) * 1000 + Int64(scale)
  }
}

extension SentenceFramer {
  /// Continues reading a TAG block; false if its end has not arrived yet.
  mutating func closeTagBlock(from start: Int) -> Bool {
    let limit = min(end, start + Self.maximumTagBlockLength)
    while cursor < limit {
      let byte = buffer[cursor]
      if byte == .backslash {
        let block = start..<cursor + 1
        guard TagBlock.isIntact(buffer.rawSpan, block) else { break }
        tag = block
        cursor += 1
        self.start = nil
        return true
      }
      guard byte.isPrintable, byte != .dollar else { break }
      // No parameter starts like this, so the backslash was not the start of a block.
      if byte == .exclamationMark, cursor == start + 1 { break }
      cursor += 1
    }
    if cursor == limit, limit == end, end - start < Self.maximumTagBlockLength { return false }
    abandonTagBlock(from: start)
    return true
  }

  /// Abandons the open TAG block; the byte that stopped it may open the next one, and a `!` in it a sentence.
  ///
  /// What has no parameter is noise: a lone backslash, which usually has closed a block that has been counted already,
  /// or the `\r` of a program that has printed its bytes in quotation marks.
  mutating func abandonTagBlock(from start: Int) {
    let hasParameter = (start..<cursor).contains { buffer[$0] == UInt8(ascii: ":") }
    abandon(from: start, resumingAt: cursor)
    if hasParameter { defects.damagedTagBlocks += 1 } else { defects.noiseBytes += cursor - start }
  }
}
