// Core Location for Linux. SPDX-License-Identifier: MIT

extension Double {
  /// Whether no Double is nearer to `numerator / denominator`, and this is the even one of two equally near.
  ///
  /// Decided by comparing integers: the quotient must lie between the two points halfway to the
  /// neighbors. For positive, normal numbers and zero.
  func isNearest(to numerator: UInt64, over denominator: UInt64) -> Bool {
    guard self > 0 else { return self == 0 && numerator == 0 }
    // self = m · 2^e, where m has 53 bits. In units of 2^(e-2) it is 4m, halfway up is 4m + 2, halfway down
    // is 4m - 2, or 4m - 1 where the numbers below are half as far apart.
    let m = UInt128(significandBitPattern | 1 << 52)
    let unit = Int(exponent) - 54
    let above = 4 * m + 2
    let below = significandBitPattern == 0 ? 4 * m - 1 : 4 * m - 2
    guard
      let upper = compare(numerator, with: above, unit: unit, times: denominator),
      let lower = compare(numerator, with: below, unit: unit, times: denominator)
    else { return false }
    let tieIsOurs = m % 2 == 0
    return (upper < 0 || upper == 0 && tieIsOurs) && (lower > 0 || lower == 0 && tieIsOurs)
  }
}

/// Returns the sign of `p - n · 2^unit · q`; `nil` if 128 bits cannot hold both, which are then far apart.
private func compare(_ p: UInt64, with n: UInt128, unit: Int, times q: UInt64) -> Int? {
  let (product, overflow) = n.multipliedReportingOverflow(by: UInt128(q))
  guard !overflow else { return nil }
  let left = unit < 0 ? shifted(UInt128(p), by: -unit) : UInt128(p)
  let right = unit < 0 ? product : shifted(product, by: unit)
  guard let left, let right else { return nil }
  return left < right ? -1 : left > right ? 1 : 0
}

private func shifted(_ value: UInt128, by count: Int) -> UInt128? {
  count <= value.leadingZeroBitCount ? value << UInt128(count) : nil
}
