// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Digits in one word of eight bytes, the first in the lowest byte.

extension UInt64 {
  /// Returns one of the eight bytes, the lowest first.
  subscript(byte index: Int) -> UInt8 { UInt8(truncatingIfNeeded: self &>> UInt64(8 &* index)) }

  /// The value and number of the digits with which the eight bytes begin.
  @inline(__always)
  var leadingDigits: (value: UInt64, count: Int) {
    let digits = self.digits
    let count = digits.notDigits.trailingZeroBitCount &>> 3
    guard count > 0 else { return (0, 0) }
    return ((digits &<< UInt64(64 &- 8 &* count)).valueOfDigits, count)
  }

  /// The same for the decimals of a number: their value times 10⁸.
  var leadingDecimals: (value: UInt64, count: Int) {
    let digits = self.digits
    let others = digits.notDigits
    // All bits below the first byte that is not a digit; all 64 if there is none.
    let mask = ((others & (0 &- others)) &>> 7) &- 1
    return ((digits & mask).valueOfDigits, others.trailingZeroBitCount &>> 3)
  }

  /// The number with which the eight bytes begin, if it has digits, a point, and at most seven characters.
  ///
  /// Its digits as an integer, how many of them are decimals, and its length with the point. Whether it ends there
  /// depends on the byte after it. The bytes up to there have to be ASCII.
  @inline(__always)
  var shortDecimal: (value: UInt64, decimals: Int, length: Int)? {
    let digits = self.digits
    // The last byte counts as an end, whatever its value.
    let others = digits.notDigits | 1 &<< 63
    let point = others.trailingZeroBitCount &>> 3
    let length = (others & (others &- 1) | 1 &<< 63).trailingZeroBitCount &>> 3
    guard usually(self[byte: point] == .period && length > 1) else { return nil }
    // Close the gap that the point leaves.
    let whole: UInt64 = (1 &<< UInt64(8 &* point)) &- 1
    let closed = (digits & whole) | (digits &>> 8 & ~whole)
    let value = (closed &<< UInt64(72 &- 8 &* length)).valueOfDigits
    return (value, length &- point &- 1, length)
  }

  /// The number of two digits and a comma with which the eight bytes begin; `nil` if they begin otherwise.
  var twoDigitsAndComma: UInt64? {
    let digits = (self ^ 0x2C_3030) & 0xFF_FFFF
    guard (digits &+ 0x7F_7676 | digits) & 0x80_8080 == 0 else { return nil }
    return (digits &* 10 &+ digits &>> 8) & 0xFF
  }

  /// Two such numbers, one after the other.
  var twiceTwoDigitsAndComma: (UInt64, UInt64)? { twiceTwoDigits(0x7F76_767F_7676) }

  /// The same, if the second number is below 90: its first digit is at most 8.
  var twoDigitsAndElevation: (UInt64, UInt64)? { twiceTwoDigits(0x7F76_777F_7676) }

  /// - Parameter room: for each byte, 127 minus the most that it may be.
  @inline(__always)
  private func twiceTwoDigits(_ room: UInt64) -> (UInt64, UInt64)? {
    let digits = (self ^ 0x2C30_302C_3030) & 0xFFFF_FFFF_FFFF
    guard (digits &+ room | digits) & 0x8080_8080_8080 == 0 else { return nil }
    let pairs = digits &* 10 &+ digits &>> 8
    return (pairs & 0xFF, pairs &>> 24 & 0xFF)
  }

  /// A number of three digits, below 360, and one of two, each with its comma, with which the eight bytes begin.
  @inline(__always)
  var azimuthAndTwoDigits: (UInt64, UInt64)? {
    let digits = (self ^ 0x2C_3030_2C30_3030) & 0xFF_FFFF_FFFF_FFFF
    let pairs = digits &* 10 &+ digits &>> 8
    // The first two digits are below 36; tested with the others, as a branch of its own would cost more.
    let tens = (pairs & 0xFF) &+ (0x80 - 36)
    guard (digits &+ 0x7F_7676_7F76_7676 | digits | tens) & 0x80_8080_8080_8080 == 0 else {
      return nil
    }
    return ((pairs & 0xFF) &* 10 &+ (digits &>> 16 & 0xFF), pairs &>> 32 & 0xFF)
  }

  /// The three numbers of two digits each with which the eight bytes begin; `nil` if they begin otherwise.
  var threePairs: (UInt8, UInt8, UInt8)? {
    let digits = self.digits
    guard usually(digits.notDigits & 0x8080_8080_8080 == 0) else { return nil }
    let pairs = digits.pairsOfDigits
    return (pairs[byte: 0], pairs[byte: 2], pairs[byte: 4])
  }

  /// The leading one to five digits as degrees and minutes of two digits, in minutes, and the number of digits.
  ///
  /// `nil` for sixty minutes and more, and for another number of digits.
  @inline(__always)
  var leadingMinutes: (value: UInt64, count: Int)? {
    let digits = self.digits
    let count = (digits.notDigits | 1 &<< 63).trailingZeroBitCount &>> 3
    guard usually(count &- 1 < 5 && count > 0) else { return nil }
    let pairs = (digits &<< UInt64(64 &- 8 &* count)).pairsOfDigits
    guard usually(pairs &>> 48 < 60) else { return nil }
    // Hundreds of degrees, degrees, minutes: 16 bits each, so that one multiplication adds them up at the top. The
    // hundreds are below ten, so that no sum exceeds its 16 bits.
    return ((pairs &* (6000 &<< 32 | 60 &<< 16 | 1)) &>> 48, count)
  }

  /// Each byte minus "0".
  private var digits: UInt64 { self ^ 0x3030_3030_3030_3030 }

  /// The high bit of every byte that is more than 9; exact up to the first byte that is not ASCII.
  private var notDigits: UInt64 {
    (self &+ 0x7676_7676_7676_7676 | self) & 0x8080_8080_8080_8080
  }

  /// Each pair of digits as one number of 16 bits.
  private var pairsOfDigits: UInt64 { (self &* 10 &+ self &>> 8) & 0x00FF_00FF_00FF_00FF }

  /// The value of eight digits: combines pairs, fours and eights of them, each step one multiplication.
  private var valueOfDigits: UInt64 {
    let fours = (pairsOfDigits &* (100 &<< 16 | 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    return (fours &* (10_000 &<< 32 | 1)) &>> 32
  }
}
