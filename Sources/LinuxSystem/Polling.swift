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

/// Waits until one of several descriptors can be read, or the other end of it has gone.
///
/// - Parameter deadline: when to stop waiting, on ``monotonicNow()``'s clock; `nil` for never.
/// - Returns: the position of the first that can; `nil` when the deadline has passed.
package func firstReadable(of descriptors: CInt..., until deadline: Duration? = nil) -> Int? {
  var ready = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  guard wait(for: &ready, until: deadline) else { return nil }
  return ready.firstIndex { $0.revents != 0 }
}

/// Waits until a descriptor can be written to, or the other end of it has gone.
///
/// - Parameter interruption: a descriptor that ends the wait when it can be read.
/// - Returns: false when the deadline has passed, or after an interruption.
package func isWritable(
  _ descriptor: CInt, by deadline: Duration? = nil, orReadable interruption: CInt? = nil
) -> Bool {
  var ready = [
    pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
    pollfd(fd: interruption ?? -1, events: Int16(POLLIN), revents: 0),
  ]
  return wait(for: &ready, until: deadline) && ready[0].revents != 0
}
