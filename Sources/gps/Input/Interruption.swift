// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The user's wish that a command that would go on and on come to its end: SIGINT, SIGTERM, or SIGHUP when the
/// terminal is closed.
enum Interruption {
  /// From now on, signals end a wait for this rather than the program.
  ///
  /// - Throws: ``Failure`` when the process has no descriptors left.
  static func awaited() throws -> WakeUp {
    guard let wish else { throw Failure("cannot wait for signals: no descriptors left", EX_OSERR) }
    var signals = sigset_t()
    sigemptyset(&signals)
    // nohup(1) has SIGHUP ignored, and that stays so.
    for number in isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&signals, number)
      // The handler finds `wish` made, and calls only write(2).
      signal(number) { _ in Interruption.wish?.signal() }
    }
    // The program that started this one may have had them blocked, which is passed on.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    return wish
  }

  private static let wish = try? WakeUp()

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared; what stands for "ignored" is no function, but the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
