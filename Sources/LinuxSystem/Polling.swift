// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// Waits until at least one of several descriptors is ready.
///
/// - Parameters:
///   - descriptors: the descriptors to wait for; their `revents` are set.
///   - deadline: when to stop waiting, on ``monotonicNow()``'s clock; `nil` for never.
/// - Returns: whether any is ready; false when the deadline has passed.
package func wait(for descriptors: inout [pollfd], until deadline: Duration?) -> Bool {
  let nanoseconds = deadline.map { deadline in
    let (seconds, attoseconds) = deadline.components
    return min(seconds, 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
  return wait(for: &descriptors, untilNanoseconds: nanoseconds)
}

/// Waits in the same way, with a deadline on the clock of ``monotonicNanoseconds()``.
package func wait(for descriptors: inout [pollfd], untilNanoseconds deadline: Int64?) -> Bool {
  while true {
    var milliseconds: CInt = -1
    if let deadline {
      let rest = max(0, deadline - monotonicNanoseconds())
      // Rounded up, since the last millisecond would otherwise be spent polling.
      milliseconds = CInt(clamping: (rest + 999_999) / 1_000_000)
    }
    let count = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    if count > 0 { return true }
    if count == 0 || errno != EINTR { return false }
  }
}
