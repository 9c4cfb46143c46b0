// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the C library offers, with its interruptions dealt with.

package import Glibc

/// Calls until the call is not interrupted by a signal.
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The time since the machine was started, on a clock that nobody sets (CLOCK_MONOTONIC).
package func monotonicNow() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  // Not by adding seconds and nanoseconds, which are generic and much slower.
  return Duration(
    secondsComponent: Int64(time.tv_sec), attosecondsComponent: Int64(time.tv_nsec) * 1_000_000_000)
}

/// The same as ``monotonicNow()``, nanoseconds: for who asks at every wake-up.
package func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The machine's idea of the time, which may be wrong and may be set (CLOCK_REALTIME).
package func nanosecondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// What an error number means, in the C library's words.
package func describe(errno number: CInt) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  // Swift sees the POSIX variant, which fills the buffer and never fails for long enough ones.
  guard let text = strerror_l(number, uselocale(nil)) else { return "error \(number)" }
  strncpy(&buffer, text, buffer.count - 1)
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Waits until one of several descriptors has something to say.
///
/// - Parameters:
///   - descriptors: what to wait for; their `revents` tell afterwards.
///   - deadline: when to stop waiting, on ``monotonicNow()``'s clock; `nil` never.
/// - Returns: whether any has; false when the deadline has come.
package func wait(for descriptors: inout [pollfd], until deadline: Duration?) -> Bool {
  let nanoseconds = deadline.map { deadline in
    let (seconds, attoseconds) = deadline.components
    return min(seconds, 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
  return wait(for: &descriptors, untilNanoseconds: nanoseconds)
}

/// The same with a deadline on the clock of ``monotonicNanoseconds()``.
package func wait(for descriptors: inout [pollfd], untilNanoseconds deadline: Int64?) -> Bool {
  while true {
    var milliseconds: CInt = -1
    if let deadline {
      let rest = max(0, deadline - monotonicNanoseconds())
      // Rounded up, or the last millisecond would be spent asking.
      milliseconds = CInt(clamping: (rest + 999_999) / 1_000_000)
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    if count > 0 { return true }
    if count == 0 || errno != EINTR { return false }
  }
}
