// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// The user's wish that a command that would go on and on come to its end: SIGINT or SIGTERM.
enum Interruption {
  /// From now on, signals end a wait for this rather than the program.
  ///
  /// - Throws: ``Failure`` when the process has no descriptors left.
  static func awaited() throws -> WakeUp {
    guard let wish else { throw Failure("cannot wait for signals: no descriptors left", EX_OSERR) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] {
      sigaddset(&signals, number)
      // The handler finds `wish` made, and calls nothing but write(2).
      signal(number) { _ in Interruption.wish?.signal() }
    }
    // Whoever started this program may have had them blocked, which is passed on.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return wish
  }

  private static let wish = try? WakeUp()
}
