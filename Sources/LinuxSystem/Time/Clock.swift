// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The time since the machine was started, on a clock that cannot be set (CLOCK_MONOTONIC).
package func monotonicNow() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  // Not the sum of seconds and nanoseconds, which is generic and much slower.
  return Duration(
    secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
}

/// For how long the machine has slept since it was started, which ``monotonicNow()`` does not count, in nanoseconds.
@Sendable package func sleptFor() -> Int64 {
  var (awake, all) = (timespec(), timespec())
  clock_gettime(CLOCK_MONOTONIC, &awake)
  clock_gettime(CLOCK_BOOTTIME, &all)
  return max(nanoseconds(all) - nanoseconds(awake), 0)
}

/// The same as ``monotonicNow()``, in nanoseconds; for code that runs at every wake-up.
package func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The machine's time of day, which may be wrong and may be set (CLOCK_REALTIME), in nanoseconds.
///
/// A time after 10 April 2262, which a broken clock may show, becomes the end of that day, the last that can be expressed.
package func nanosecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return nanoseconds(time)
}

/// Returns a time in nanoseconds, or the end of the last day that can be expressed.
func nanoseconds(_ time: timespec) -> Int64 {
  let (product, isTooLate) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
  let (sum, isSumTooLate) = product.addingReportingOverflow(Int64(time.tv_nsec))
  let latest: Int64 = 106_751 * 86_400_000_000_000 - 1
  return isTooLate || isSumTooLate ? latest : min(sum, latest)
}

/// Returns the earlier of two deadlines, where `nil` is never.
package func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
