// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

import struct Synchronization.Atomic

/// Signals to a program that has the terminal: a new size, a request to stop, and continuation after a stop.
final class TerminalSignals: Sendable {
  private let wakeUp: WakeUp
  private let isStopRequested = Atomic(false)
  private let hasContinued = Atomic(false)

  private init?() {
    guard let wakeUp = try? WakeUp() else { return nil }
    self.wakeUp = wakeUp
  }

  // Created before the handlers are installed; they only store to atomics and call write(2).
  private static let shared = TerminalSignals()

  /// Installs handlers that end a wait.
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

  var descriptor: CInt { wakeUp.descriptor }

  func received() -> (stop: Bool, hasContinued: Bool) {
    wakeUp.clear()
    return (
      isStopRequested.exchange(false, ordering: .acquiring),
      hasContinued.exchange(false, ordering: .acquiring)
    )
  }

  /// Stops this process as Ctrl-Z does; returns when it is continued.
  ///
  /// If no other process could continue it, as in a process group without a shell, the kernel does not stop it.
  func stop() {
    signal(SIGTSTP, SIG_DFL)
    kill(getpid(), SIGTSTP)
    Self.awaitStop()
  }

  /// Stops this process, which needs the terminal and is in the background, as the kernel would; returns false if no other
  /// process could continue it.
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
