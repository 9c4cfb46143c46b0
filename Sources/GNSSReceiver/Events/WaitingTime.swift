// Core Location for Linux. SPDX-License-Identifier: MIT

/// The time without a fix.
package struct WaitingTime: Sendable {
  /// When it began; `nil` while there is a fix.
  private var start: Duration?

  /// - Parameter start: when the wait began, on the monotonic clock.
  package init(since start: Duration) { self.start = start }

  /// Processes the receiver's state, changed or not.
  ///
  /// - Returns: how long there has been no fix; with a fix, how long there had been none before, and `nil` if there was
  ///   one already.
  @discardableResult
  package mutating func stateChanged(hasFix: Bool, at now: Duration) -> Duration? {
    let begin = hasFix ? start : start ?? now
    start = hasFix ? nil : begin
    return begin.map { now - $0 }
  }

  /// Returns how long there has been no fix; `nil` while there is one.
  package func elapsed(at now: Duration) -> Duration? { start.map { now - $0 } }
}
