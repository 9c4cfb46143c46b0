// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only file of this module with unsafe loads of input.

extension RawSpan {
  /// Returns the number at an offset, its lowest byte first; traps outside the span.
  @inline(__always)
  func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, at offset: Int
  ) -> Number {
    // Proof: the standard library checks the offset; an integer has no invalid bit pattern, and the load requires no
    // alignment.
    unsafe Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// Returns the byte at an offset; traps outside the span.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 { integer(at: offset) }

  /// Returns the number of IEEE 754 in the four bytes at an offset; may be infinite or not a number.
  func float(at offset: Int) -> Double { Double(Float(bitPattern: integer(at: offset))) }

  /// Returns the number of IEEE 754 in the eight bytes at an offset; may be infinite or not a number.
  func double(at offset: Int) -> Double { Double(bitPattern: integer(at: offset)) }
}

extension Double {
  /// The number itself; `nil` if it is infinite or not a number.
  var ifFinite: Double? { isFinite ? self : nil }
}
