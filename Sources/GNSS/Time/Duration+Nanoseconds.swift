// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The standard library's own ways are generic, and these are gone at every wake-up.

extension Duration {
  /// So many nanoseconds.
  package init(nanoseconds: Int64) {
    self.init(attoseconds: Int128(nanoseconds) * 1_000_000_000)
  }

  /// Whole nanoseconds, 292 years at the most.
  package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
