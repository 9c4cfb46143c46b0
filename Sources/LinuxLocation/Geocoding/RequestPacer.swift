// Core Location for Linux. SPDX-License-Identifier: MIT

/// A pacer that keeps requests a second apart, as public servers demand.
struct RequestPacer: Sendable {
  let interval: Duration
  private var next: ContinuousClock.Instant?

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Takes the next turn.
  ///
  /// - Returns: the time of the turn; `now` if no other request is before it.
  mutating func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    let turn = max(next ?? now, now)
    next = turn + interval
    return turn
  }
}
