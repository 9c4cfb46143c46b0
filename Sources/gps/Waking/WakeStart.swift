// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationAuthorization

/// A program that was started for its events, until it has ended.
struct WakeStart {
  var started: ProgramStarter.Started
  /// The newest event for which it was started.
  let number: Int
  /// Until when it is expected to take its events.
  let patience: Duration
  var hasBeenNoted = false

  /// How long a program may take until its delegate is told; on a busy machine, starting alone takes seconds.
  static let patience = Duration.seconds(20)

  /// Returns the outcome for a program that has ended without taking its events, and a few words about it.
  static func outcome(
    _ end: ProgramStarter.End
  ) -> (outcome: WakeJournal.Outcome, detail: String) {
    switch end {
    case .exited(let code): return (.ended, "exit code \(code)")
    case .signaled(let number) where [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(number):
      return (.killed, "signal \(number)")
    case .signaled(let number): return (.ended, "signal \(number)")
    case .noManager: return (.failed, "no user manager")
    }
  }
}
