// Core Location for Linux. SPDX-License-Identifier: MIT

/// What happened for an application, and how starting it went.
///
/// Times are nanoseconds since 1970, by the machine's clock.
package struct WakeJournal: Hashable, Sendable, Codable {
  /// How a start went.
  package enum Outcome: String, Hashable, Sendable, Codable {
    /// The program has been started, and has not taken its events yet.
    case started
    /// It has taken its events.
    case told
    /// It ended by itself without taking them.
    case ended
    /// It was ended from outside before it took them.
    case killed
    /// It runs, but does not take them.
    case ignored
    case failed
  }

  package struct Start: Hashable, Sendable, Codable {
    package var time: Int64
    package var number: Int
    package var outcome = Outcome.started
    /// What else is known, in a few words: an exit code, a signal.
    package var detail: String?
  }

  package var lastEvent: WakeEvent?
  /// The number of that event; those that follow are higher.
  package var lastNumber = 0
  package var lastStart: Start?
  package var failures: [Int64] = []
  /// The newest event for which the program is not started any more.
  package var abandoned = 0

  /// The failures in an hour after which it is failing.
  package static let mostFailures = 5
  private static let hour: Int64 = 3_600_000_000_000

  /// Whether it has failed five times in the last hour.
  package func isFailing(at now: Int64) -> Bool {
    failures.filter { $0 > now - Self.hour && $0 <= now }.count >= Self.mostFailures
  }

  package mutating func recordStart(for number: Int, at now: Int64) {
    lastStart = Start(time: now, number: number)
  }

  /// Records how the last start went.
  ///
  /// A program that ended by itself is not started again for the same events; one that was killed is.
  package mutating func recordEnd(_ outcome: Outcome, _ detail: String? = nil, at now: Int64) {
    lastStart?.outcome = outcome
    lastStart?.detail = detail
    guard outcome != .told, outcome != .started else { return }
    failures = Array((failures + [now]).suffix(Self.mostFailures))
    if outcome == .ended || outcome == .ignored, let number = lastStart?.number {
      abandoned = max(abandoned, number)
    }
  }
}
