// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only file of this module with unsafe calls. Each carries its proof.

/// A condition that nearly always holds: code for when it does not is put out of the way, so that the usual way is
/// short, and few cache lines have to be fetched for it.
@inline(__always)
func usually(_ condition: Bool) -> Bool { _fastPath(condition) }

extension RawSpan {
  /// The byte at an offset; traps outside the span.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    // Proof: the stdlib checks the offset; a UInt8 has no invalid bit pattern and no alignment.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Eight bytes from an offset on, the first in the lowest byte; zeros stand for bytes past the end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // Cheaper than two comparisons, and at most seven bytes too strict.
    guard usually(UInt(bitPattern: offset | (offset &+ 7)) < UInt(bitPattern: byteCount)) else {
      return partialWord(at: offset)
    }
    // Proof: the sign bit of neither offset nor offset + 7 is set, or else their union were a huge UInt; so
    // 0 <= offset, and offset + 7 <= (offset | (offset + 7)) < byteCount. A UInt64 has no invalid bit pattern,
    // and the load asks for no alignment.
    return unsafe UInt64(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The same where the caller has checked that `0...byteCount - 8` holds the offset.
  @inline(__always)
  func checkedWord(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= byteCount)
    // Proof: the one caller, `foldChecksum`, moves from `from` towards `to` by eight while it stays at or
    // below `to`, loads there and, where eight more are left before `to`, eight bytes on, and has seen
    // 0 <= from <= to <= byteCount - 8.
    return unsafe UInt64(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  @inline(never)
  private func partialWord(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= Int.max - 8, "offset before the span")
    var word: UInt64 = 0
    var position = min(byteCount, offset &+ 8)
    while position > offset {
      position -= 1
      word = word << 8 | UInt64(byte(at: position))
    }
    return word
  }

  /// The bytes of a range as text; anything that is not UTF-8 is replaced.
  func string(in range: Range<Int>) -> String {
    // Proof: `extracting` checks the range, and the pointer does not leave the closure.
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// The bytes of the array, as long as it is not changed.
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      unsafe span.bytes
    }
  }

  /// Copies the first `count` bytes of a span over the bytes from `position` on.
  mutating func overwrite(at position: Int, with bytes: RawSpan, count: Int) {
    precondition(position >= 0 && count >= 0 && position + count <= self.count)
    let source = bytes.extracting(first: count)
    // Proof: the target range was checked above, the source is exactly `count` long, the two do not
    // overlap because the array is exclusively ours, and no pointer leaves the closures.
    unsafe source.withUnsafeBytes { source in
      unsafe withUnsafeMutableBytes { target in
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[position..<position + count])
          .copyMemory(from: source)
      }
    }
  }

  /// Copies the bytes of a range to the front; the array keeps its length.
  mutating func moveToFront(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // Proof: the range was checked above, the front is not longer than it, `copyMemory` allows
    // overlap, and no pointer leaves the closure.
    unsafe withUnsafeMutableBytes { bytes in
      unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}
