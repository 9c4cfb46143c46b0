// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Numbers are read as integers and divided once, so that each comes out as the Double nearest to the
// decimal that was sent. A number of more than nineteen digits is not read: no receiver sends one.

/// A run of digits: its value, its length, and what comes after it.
struct Digits {
  var value: UInt64
  var count: Int
  var next: Int
}

extension RawSpan {
  /// The digits from an offset on; none if there is none, nineteen at the most are worth a value.
  @inline(__always)
  func digits(at offset: Int) -> Digits {
    let (value, count) = word(at: offset).leadingDigits
    if count < 8 { return Digits(value: value, count: count, next: offset &+ count) }
    return longDigits(at: offset)
  }

  @inline(never)
  private func longDigits(at offset: Int) -> Digits {
    var value: UInt64 = 0
    var position = offset
    while position < byteCount, byte(at: position).isDigit {
      if position - offset < maximumDigits {
        value = value * 10 + UInt64(byte(at: position) &- 0x30)
      }
      position += 1
    }
    return Digits(value: value, count: position - offset, next: position)
  }
}

/// The most digits a number may have: as many as always fit 64 bits.
let maximumDigits = 19

/// Ten to the power of 0…19.
///
/// A switch over constants becomes a table that needs neither initialization nor bounds check.
@inline(__always)
func powerOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1_000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  case 7: 10_000_000
  case 8: 100_000_000
  case 9: 1_000_000_000
  case 10: 10_000_000_000
  case 11: 100_000_000_000
  case 12: 1_000_000_000_000
  case 13: 10_000_000_000_000
  case 14: 100_000_000_000_000
  case 15: 1_000_000_000_000_000
  case 16: 10_000_000_000_000_000
  case 17: 100_000_000_000_000_000
  case 18: 1_000_000_000_000_000_000
  case 19: 10_000_000_000_000_000_000
  default: preconditionFailure("a number of more than nineteen digits is not read")
  }
}

extension UInt64 {
  /// One of the eight bytes, the lowest first.
  @inline(__always)
  subscript(byte index: Int) -> UInt8 { UInt8(truncatingIfNeeded: self &>> UInt64(8 &* index)) }

  /// The value and number of the digits with which the eight bytes begin, lowest byte first.
  @inline(__always)
  var leadingDigits: (value: UInt64, count: Int) {
    let digits = self ^ 0x3030_3030_3030_3030
    let count = digits.notDigits.trailingZeroBitCount &>> 3
    guard count > 0 else { return (0, 0) }
    return ((digits &<< UInt64(64 &- 8 &* count)).valueOfDigits, count)
  }

  /// The number with which the eight bytes begin, if it has digits, a point, and ends within them: its
  /// digits as an integer, how many of them are decimals, and its length with the point.
  ///
  /// The bytes up to the end of the number have to be ASCII.
  @inline(__always)
  var shortDecimal: (value: UInt64, decimals: Int, length: Int)? {
    let digits = self ^ 0x3030_3030_3030_3030
    let others = digits.notDigits
    let point = others.trailingZeroBitCount &>> 3
    let length = (others & (others &- 1)).trailingZeroBitCount &>> 3
    guard length < 8, length > 1, self[byte: point] == .period else { return nil }
    // Close the gap that the point leaves.
    let whole: UInt64 = (1 &<< UInt64(8 &* point)) &- 1
    let closed = (digits & whole) | (digits &>> 8 & ~whole)
    let value = (closed &<< UInt64(72 &- 8 &* length)).valueOfDigits
    return (value, length &- point &- 1, length)
  }

  /// The high bit of every byte that is more than 9; exact up to the first byte that is not ASCII.
  @inline(__always)
  private var notDigits: UInt64 {
    (self &+ 0x7676_7676_7676_7676 | self) & 0x8080_8080_8080_8080
  }

  /// The value of eight digits, the first in the lowest byte: pairs, fours and eights of them, each step
  /// one multiplication.
  @inline(__always)
  private var valueOfDigits: UInt64 {
    let pairs = (self &* 10 &+ self &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* 100 &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return (fours &* 10_000 &+ fours &>> 32) & 0xFFFF_FFFF
  }
}

extension Double {
  /// The Double nearest to a quotient, ties to even.
  ///
  /// Both below 2⁵³ are exact as Doubles, and IEEE 754 rounds their quotient correctly.
  @inline(__always)
  init(nearestTo numerator: UInt64, over denominator: UInt64) {
    if (numerator | denominator) >> 53 == 0 {
      self =
        Double(Int64(truncatingIfNeeded: numerator))
        / Double(Int64(truncatingIfNeeded: denominator))
    } else {
      self = Self.exactQuotient(numerator, denominator)
    }
  }

  /// The same for any two integers, worked out in 128 bits.
  @inline(never)
  private static func exactQuotient(_ numerator: UInt64, _ denominator: UInt64) -> Double {
    guard numerator != 0 else { return 0 }
    // Shift so that the quotient has two bits more than a Double keeps, at least. What the division
    // leaves over only matters as "not zero", so it goes into the lowest of them.
    let numeratorBits = 64 - numerator.leadingZeroBitCount
    let denominatorBits = 64 - denominator.leadingZeroBitCount
    let shift = Swift.max(0, 55 + denominatorBits - numeratorBits)
    let dividend = UInt128(numerator) << UInt128(shift)
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: UInt128(denominator))
    let sticky = quotient | (remainder == 0 ? 0 : 1)
    return Double(sticky) * Double(sign: .plus, exponent: -shift, significand: 1)
  }
}
