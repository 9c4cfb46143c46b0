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

/// Restores a terminal even in a process that is about to die.
// Proof of Sendable: only the main thread arms and disarms; it writes `settings`, `bytes` and `count` while `descriptor` is `idle`. A
// handler runs on any thread, and reads them only once it has replaced a descriptor by `dying`, which the main thread leaves alone.
final class TerminalRestoration: @unchecked Sendable {
  private let descriptor = Atomic<CInt>(idle)
  private let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var count = 0

  private static let idle: CInt = -1
  private static let dying: CInt = -2
  private static let capacity = 256
  private static let shared = TerminalRestoration()
  /// The signals of a crash, and of Ctrl-\.
  private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  private init() { settings.initialize(to: termios()) }

  /// Arranges for a dying process to restore the terminal first.
  static func arm(_ descriptor: CInt, _ settings: termios, sending bytes: [UInt8]) {
    guard shared.withdraw() else { return }
    shared.settings.pointee = settings
    shared.count = min(bytes.count, capacity)
    for index in 0..<shared.count { shared.bytes[index] = bytes[index] }
    shared.descriptor.store(descriptor, ordering: .releasing)
    for number in deadly {
      signal(number) { number in
        TerminalRestoration.shared.restore()
        // Now the signal takes its default effect.
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    unblock(deadly)
  }

  static func disarm() {
    guard shared.withdraw() else { return }
    for number in deadly { signal(number, SIG_DFL) }
  }

  /// Takes the descriptor back; returns false if a handler has it.
  private func withdraw() -> Bool {
    let known = descriptor.load(ordering: .acquiring)
    return known != Self.dying
      && descriptor.compareExchange(
        expected: known, desired: Self.idle, ordering: .acquiringAndReleasing
      ).exchanged
  }

  /// Restores the terminal; safe in a signal handler.
  private func restore() {
    let descriptor = descriptor.exchange(Self.dying, ordering: .acquiringAndReleasing)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, bytes, count)
    tcsetattr(descriptor, TCSANOW, settings)
  }
}
