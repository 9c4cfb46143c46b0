// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// How long there has been no fix.
struct WaitingTime {
  /// Since when; `nil` while there is one.
  private var start: Duration?

  /// - Parameter start: when the wait began, on the monotonic clock.
  init(since start: Duration) { self.start = start }

  /// The receiver is in another state, or still in the same.
  ///
  /// - Returns: how long there has been no fix; with a fix, how long there had been none, and `nil` if there was
  ///   one before.
  mutating func stateChanged(to state: ReceiverState?, at now: Duration) -> Duration? {
    let begin = state?.hasFix == true ? start : start ?? now
    start = state?.hasFix == true ? nil : begin
    return begin.map { now - $0 }
  }

  /// How long there has been no fix; `nil` while there is one.
  func elapsed(at now: Duration) -> Duration? { start.map { now - $0 } }
}
