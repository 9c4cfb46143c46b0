// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// The time without a fix.
struct WaitingTime {
  /// When it began; `nil` while there is a fix.
  private var start: Duration?

  /// - Parameter start: when the wait began, on the monotonic clock.
  init(since start: Duration) { self.start = start }

  /// Processes the receiver's state, changed or not.
  ///
  /// - Returns: how long there has been no fix; with a fix, how long there had been none before, and `nil` if there was
  ///   one already.
  mutating func stateChanged(to state: ReceiverState?, at now: Duration) -> Duration? {
    let begin = state?.hasFix == true ? start : start ?? now
    start = state?.hasFix == true ? nil : begin
    return begin.map { now - $0 }
  }

  /// Returns how long there has been no fix; `nil` while there is one.
  func elapsed(at now: Duration) -> Duration? { start.map { now - $0 } }
}
