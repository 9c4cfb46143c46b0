// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// The request that a continuous command end: SIGINT, SIGTERM, or SIGHUP when the terminal is closed.
package enum Interruption {
  /// It ended something before it was complete.
  package struct Interrupted: Error { package init() {} }

  /// Arranges for these signals to end a wait for the result rather than the program.
  package static func awaited() throws -> WakeUp {
    guard let request else {
      throw Failure("cannot wait for signals: no descriptors left", EX_OSERR)
    }
    // nohup(1) ignores SIGHUP, which remains so.
    let signals = isIgnored(SIGHUP) ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    // `request` exists before the handler is installed, which calls only write(2).
    for number in signals { signal(number) { _ in Interruption.request?.signal() } }
    unblock(signals)
    return request
  }

  /// Readable once the command has been asked to end.
  static var descriptor: CInt? { request?.descriptor }

  private static let request = try? WakeUp()

  private static func isIgnored(_ number: CInt) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared; SIG_IGN is not a function, but the address 1.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}

/// Unblocks signals that the parent process may have blocked, since the mask is inherited.
package func unblock(_ numbers: [CInt]) {
  var signals = sigset_t()
  sigemptyset(&signals)
  for number in numbers { sigaddset(&signals, number) }
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
