// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// Turns the signals that end a program into the end of a wait.
enum InterruptWatch {
  /// From now on SIGINT and SIGTERM do nothing but signal `wakeUp`, for as long as the process lives.
  ///
  /// To be called before there are other threads: these inherit that the signals are held back.
  static func begin(_ wakeUp: WakeUp) {
    var signals = Self.signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(wakeUp).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let wakeUp = Unmanaged<WakeUp>.fromOpaque(context).takeRetainedValue()
        var signals = InterruptWatch.signals
        var number: CInt = 0
        while sigwait(&signals, &number) == 0 { wakeUp.signal() }
        return nil
      }, context)
    if result == 0 { pthread_detach(thread) }
  }

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }
}
