// Core Location for Linux. SPDX-License-Identifier: MIT

/// A number of up to eight decimal digits as text, with leading zeros; all digits are computed at once.
struct EightDigits {
  /// One more than the largest number.
  static let limit: UInt64 = 100_000_000

  /// The values of the digits, one per byte, the first in the lowest.
  private let values: UInt64

  /// - Precondition: the number is less than ``limit``.
  init(_ number: UInt64) {
    precondition(number < Self.limit)
    // Lanes of 32 bits with four digits each; of 16 bits with two; of 8 bits with one. 10,486 / 2^20 and 103 / 2^10
    // exceed a hundredth and a tenth by so little that the quotients of such short numbers are exact.
    let (front, end) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = front | end << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x7F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    values = tens | (twos &- tens &* 10) << 8
  }

  /// The eight characters, the first in the lowest byte.
  var text: UInt64 { values | 0x3030_3030_3030_3030 }

  /// The number of leading zeros among the first seven digits.
  var zerosInFront: Int { min(values.trailingZeroBitCount / 8, 7) }

  /// The number of trailing zeros.
  var zerosAtEnd: Int { values.leadingZeroBitCount / 8 }
}
