// Core Location for Linux. SPDX-License-Identifier: MIT
//
// From when ages are counted.

#if Publishing
  /// From when ages are counted: the newest of the last fixes, as two appends agree on it.
  ///
  /// A receiver that sends a wrong date once must not empty the store. So the earlier one of two appends counts.
  /// An age is never counted from a date that was stored long ago, either: after a wrong one in the future, whatever comes
  /// would be too old for ever.
  struct StoreClock {
    private var last: Int64?

    /// When ages are counted from, microseconds since 1970; `nil` at first, and without a fix.
    ///
    /// - Parameter newest: that of the fixes which are being appended.
    func reference(_ newest: Int64?) -> Int64? {
      guard let newest, let last else { return nil }
      return min(newest, last)
    }

    /// Fixes were appended, of which this is the newest.
    mutating func appended(_ newest: Int64) { last = newest }
  }
#endif
