// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only file of this module with unsafe loads of input. Each unsafe call has its proof.

/// Marks a condition that nearly always holds.
///
/// The code for the other case is moved out of the way, so that the usual path is short and needs few cache lines.
@inline(__always)
func usually(_ condition: Bool) -> Bool { _fastPath(condition) }

extension RawSpan {
  /// Returns the byte at an offset; traps outside the span.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    // Proof: the stdlib checks the offset; a UInt8 has no invalid bit pattern and no alignment.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }

  /// Returns eight bytes from an offset on, the first in the lowest byte; bytes past the end are zero.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    // Cheaper than two comparisons, and at most seven bytes too strict.
    guard usually(UInt(bitPattern: offset | (offset &+ 7)) < UInt(bitPattern: byteCount)) else {
      return partialWord(at: offset)
    }
    // Proof: the sign bit of neither offset nor offset + 7 is set, or else their union would be a huge UInt; so 0 <=
    // offset, and offset + 7 <= (offset | (offset + 7)) < byteCount. A UInt64 has no invalid bit pattern, and the load
    // requires no alignment.
    return unsafe UInt64(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Returns the same, where the caller has checked that the offset is in `0...byteCount - 8`.
  @inline(__always)
  func checkedWord(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= byteCount)
    // Proof: the only caller, `foldChecksum`, advances from `from` towards `to` by eight while it stays at or below
    // `to`, loads there and, where eight more are left before `to`, eight bytes further on, and has checked 0 <= from
    // <= to <= byteCount - 8.
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

  /// Returns the bytes of a range as text; invalid UTF-8 is replaced.
  func string(in range: Range<Int>) -> String {
    // Proof: `extracting` checks the range, and the pointer does not leave the closure.
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension [UInt8] {
  /// A view of the array's bytes, valid until the array changes.
  var rawSpan: RawSpan {
    @_lifetime(borrow self)
    @inline(__always)
    get {
      // Proof: `bytes` is marked unsafe for elements with padding; a UInt8 has none.
      unsafe span.bytes
    }
  }

  /// Copies the first `count` bytes of a span to the bytes from `position` on.
  mutating func overwrite(at position: Int, with bytes: RawSpan, count: Int) {
    precondition(position >= 0 && count >= 0 && position + count <= self.count)
    let source = bytes.extracting(first: count)
    // Proof: the target range was checked above, the source is exactly `count` long, the two do not overlap because
    // access to the array is exclusive, and no pointer leaves the closures.
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
