// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization

/// A program that was started for its events, until it has ended.
struct WakeStart {
  let started: ProgramStarter.Started
  let number: Int
  /// Until when it is expected to take its events.
  let patience: Duration
  /// Until when the user's systemd is expected to start it; `nil` for a child, and once that is settled.
  var answer: Duration?
  /// Whether the journal has how it went, so far.
  var isRecorded = false

  init(_ started: ProgramStarter.Started, for number: Int, at now: Duration) {
    (self.started, self.number, patience) = (started, number, now + Self.patience)
    answer = started.report == nil ? nil : now + Self.answering
  }

  /// How long a program may take until its delegate is told; on a busy machine, starting alone takes seconds.
  private static let patience = Duration.seconds(20)
  /// How long a user manager may take to start a unit, which usually takes a tenth of a second.
  private static let answering = Duration.seconds(5)

  /// Returns the outcome for a program that has ended without taking its events, and a few words about it.
  static func outcome(
    _ end: ProgramStarter.End
  ) -> (outcome: WakeJournal.Outcome, detail: String) {
    switch end {
    case .ended(.exited(let code)): return (.ended, "exit code \(code)")
    case .ended(.signaled(let number)):
      let isKilled = [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(number)
      return (isKilled ? .killed : .ended, "signal \(number)")
    case .noManager: return (.failed, "no user manager")
    }
  }
}
