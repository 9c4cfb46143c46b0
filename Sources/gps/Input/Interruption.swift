// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The request that a continuous command end: SIGINT, SIGTERM, or SIGHUP when the terminal is closed.
enum Interruption {
  /// It ended something before it was complete.
  struct Interrupted: Error {}

  /// Arranges for these signals to end a wait for the result rather than the program.
  ///
  /// - Throws: ``Failure`` when the process has no descriptors left.
  static func awaited() throws -> WakeUp {
    guard let wish else { throw Failure("cannot wait for signals: no descriptors left", EX_OSERR) }
    var signals = sigset_t()
    sigemptyset(&signals)
    // nohup(1) ignores SIGHUP, which remains so.
    for number in isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, number)
      // `wish` exists before the handler is installed, which calls only write(2).
      signal(number) { _ in Interruption.wish?.signal() }
    }
    // The parent process may have blocked them, and the mask is inherited.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return wish
  }

  private static let wish = try? WakeUp()

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared; SIG_IGN is not a function, but the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
