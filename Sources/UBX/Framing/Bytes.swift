// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The only file of this module with unsafe loads of input.

extension RawSpan {
  /// A copy of the bytes.
  package var array: [UInt8] {
    // Proof: the pointer does not leave the closure.
    unsafe withUnsafeBytes { unsafe Array($0) }
  }

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

  /// Returns a number in a unit of which so many make one of the result's.
  @inline(__always)
  func decimal<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: Int, per unit: Double
  ) -> Double {
    // A division rounds once; a factor like 1e-7 is itself rounded.
    Double(integer(type, at: offset)) / unit
  }

  /// Whether a bit is set in the byte at an offset.
  @inline(__always)
  func bit(_ bit: UInt8, at offset: Int) -> Bool { byte(at: offset) & 1 << bit != 0 }
}

extension [UInt8] {
  /// Appends a copy of the bytes.
  mutating func append(_ bytes: RawSpan) {
    // Proof: the pointer does not leave the closure.
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
