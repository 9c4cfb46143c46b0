// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

import struct Synchronization.Atomic

/// What the kernel and the shell tell a program that has the terminal: its size has changed, it is to stop, it goes on.
final class TerminalSignals: Sendable {
  /// Becomes readable with every signal.
  private let wakeUp: WakeUp
  private let isStopRequested = Atomic(false)
  private let hasContinued = Atomic(false)

  private init?() {
    guard let wakeUp = try? WakeUp() else { return nil }
    self.wakeUp = wakeUp
  }

  // The handlers find it made, and only store to atomics and call write(2).
  private static let shared = TerminalSignals()

  /// From now on, signals end a wait.
  ///
  /// - Throws: ``Failure`` when the process has no descriptors left.
  static func awaited() throws -> TerminalSignals {
    guard let shared else {
      throw Failure("cannot wait for signals: no descriptors left", EX_OSERR)
    }
    signal(SIGWINCH) { _ in TerminalSignals.shared?.wakeUp.signal() }
    signal(SIGCONT) { _ in
      TerminalSignals.shared?.hasContinued.store(true, ordering: .releasing)
      TerminalSignals.shared?.wakeUp.signal()
    }
    awaitStop()
    unblock([SIGWINCH, SIGCONT, SIGTSTP, SIGTTOU])
    return shared
  }

  /// Lets signals through that the program that started this one may have had blocked, which is passed on.
  static func unblock(_ numbers: [CInt]) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// To be waited for.
  var descriptor: CInt { wakeUp.descriptor }

  /// Makes the descriptor silent again, and returns what came.
  func received() -> (stop: Bool, hasContinued: Bool) {
    wakeUp.clear()
    return (
      isStopRequested.exchange(false, ordering: .acquiring),
      hasContinued.exchange(false, ordering: .acquiring)
    )
  }

  /// Stops this process as Ctrl-Z does; returns when it goes on.
  ///
  /// Where nobody could let it go on, as in a process group without a shell, the kernel does not stop it.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    Self.awaitStop()
  }

  /// Stops a process that needs the terminal and is in the background, as the kernel does.
  ///
  /// - Returns: whether it was stopped, and goes on; not where nobody could let it go on.
  func stopInBackground() -> Bool {
    kill(getpid(), SIGTTOU)
    return hasContinued.exchange(false, ordering: .acquiring)
  }

  private static func awaitStop() {
    signal(SIGTSTP) { _ in
      TerminalSignals.shared?.isStopRequested.store(true, ordering: .releasing)
      TerminalSignals.shared?.wakeUp.signal()
    }
  }
}
