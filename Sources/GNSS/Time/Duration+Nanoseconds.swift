// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The standard library's own conversions are generic, and these run at every wake-up.

extension Duration {
  package init(nanoseconds: Int64) {
    self.init(attoseconds: Int128(nanoseconds) * 1_000_000_000)
  }

  /// Whole nanoseconds, at most 292 years.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
