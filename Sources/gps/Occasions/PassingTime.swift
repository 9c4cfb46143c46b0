// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A clock that passes as the dated fixes' own times do, and as time does between fixes that have no date.
struct PassingTime {
  private var last: (nanoseconds: Int64?, arrival: Duration)?
  private var elapsed = 0.0

  /// Returns the time of a fix, seconds since the first; less than before if the receiver's clock was set back.
  mutating func time(of fix: Fix, arrivedAt arrival: Duration) -> Double {
    let nanoseconds = fix.time?.nanosecondsSince1970
    if let last {
      if let nanoseconds, let before = last.nanoseconds {
        elapsed += (Double(nanoseconds) - Double(before)) / 1e9
      } else {
        elapsed += (arrival - last.arrival) / .seconds(1)
      }
    }
    last = (nanoseconds, arrival)
    return elapsed
  }
}
