// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Numbers are read as integers and divided once, so that each result is the Double nearest to the decimal that was
// sent. A number of more than nineteen digits is not read: no receiver sends one.

/// A run of digits: its value, its length, and what comes after it.
struct Digits {
  var value: UInt64
  var count: Int
  var next: Int
}

extension RawSpan {
  /// Reads the digits from an offset on, possibly none; with more than nineteen, the value is meaningless.
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

/// The most digits that a number may have: as many as always fit in 64 bits.
let maximumDigits = 19

/// Returns ten to the power of 0…19.
///
/// A switch over constants becomes a table that needs neither initialization nor bounds check.
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

/// Returns ten to the power of 0…6, for numbers in one word.
@inline(__always)
func smallPowerOfTen(_ exponent: Int) -> Double {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1_000
  case 4: 10_000
  case 5: 100_000
  case 6: 1_000_000
  default: preconditionFailure("no word holds a point and seven decimals and their end")
  }
}

extension Double {
  /// Creates the Double nearest to a quotient, ties to even.
  ///
  /// Integers below 2⁵³ are exact as Doubles, and IEEE 754 rounds their quotient correctly.
  init(nearestTo numerator: UInt64, over denominator: UInt64) {
    if (numerator | denominator) >> 53 == 0 {
      self =
        Double(Int64(truncatingIfNeeded: numerator))
        / Double(Int64(truncatingIfNeeded: denominator))
    } else {
      self = Self.exactQuotient(numerator, denominator)
    }
  }

  /// Returns the same for any two integers, computed in 128 bits.
  @inline(never)
  private static func exactQuotient(_ numerator: UInt64, _ denominator: UInt64) -> Double {
    guard numerator != 0 else { return 0 }
    // Shift so that the quotient has at least two bits more than a Double keeps. The remainder of the division matters
    // only as "not zero", so it goes into the lowest of them.
    let numeratorBits = 64 - numerator.leadingZeroBitCount
    let denominatorBits = 64 - denominator.leadingZeroBitCount
    let shift = Swift.max(0, 55 + denominatorBits - numeratorBits)
    let dividend = UInt128(numerator) << UInt128(shift)
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: UInt128(denominator))
    let sticky = quotient | (remainder == 0 ? 0 : 1)
    return Double(sticky) * Double(sign: .plus, exponent: -shift, significand: 1)
  }
}
