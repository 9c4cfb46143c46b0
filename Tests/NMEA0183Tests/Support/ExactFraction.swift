// Core Location for Linux. SPDX-License-Identifier: MIT

/// A fraction of two natural numbers, and the Double nearest to it, found bit by bit as in long division.
struct ExactFraction {
  private let numerator: UInt128
  private let denominator: UInt128

  /// - Precondition: the denominator is not 0, and below 2¹²⁷.
  init(_ numerator: UInt128, over denominator: UInt128) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The nearest Double, or the even one of two equally near; for results that are neither subnormal nor infinite.
  var nearest: Double {
    var (whole, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
    if whole == 0, rest == 0 { return 0 }
    // The value is (whole + rest / denominator) · 2^exponent throughout.
    var exponent = 0
    var isBelow = false
    while whole >= 1 << 54 {
      // The bits shifted out are worth less than the deciding bit, and matter only if they are not all zero.
      isBelow = isBelow || whole % 2 == 1
      whole /= 2
      exponent += 1
    }
    while whole < 1 << 53 {
      rest *= 2
      whole = whole * 2 + (rest >= denominator ? 1 : 0)
      if rest >= denominator { rest -= denominator }
      exponent -= 1
    }
    // 54 bits: the last one is worth half of the last bit of a Double.
    isBelow = isBelow || rest > 0
    var significand = whole / 2
    if whole % 2 == 1, isBelow || significand % 2 == 1 { significand += 1 }
    return Double(sign: .plus, exponent: exponent + 1, significand: Double(UInt64(significand)))
  }
}
