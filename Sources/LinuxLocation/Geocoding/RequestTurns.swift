// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The turns for which the requests of a whole process wait: a second apart, as public servers demand.
final class RequestTurns: Sendable {
  static let shared = RequestTurns()

  private let interval: Duration
  private let following = Mutex<ContinuousClock.Instant?>(nil)

  init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Takes the next turn, and returns its time; `now` if no other request is before it.
  func turn(at now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    following.withLock { following in
      let turn = max(following ?? now, now)
      following = turn + interval
      return turn
    }
  }

  /// Waits for the next turn.
  func next() async throws { try await Task.sleep(until: turn(at: .now), clock: .continuous) }
}
