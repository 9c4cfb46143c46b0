// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc

import struct Synchronization.Atomic

/// Restores a terminal even in a process that is about to die.
// Proof of Sendable: `settings` and `bytes` are written while `descriptor` is negative, and read by a handler only while
// it is not; only the main thread arms and disarms, and handlers run on the thread that fails.
final class TerminalRestoration: @unchecked Sendable {
  private let descriptor = Atomic<CInt>(-1)
  private let settings = UnsafeMutablePointer<termios>.allocate(capacity: 1)
  private let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var count = 0

  private static let capacity = 256
  private static let shared = TerminalRestoration()
  /// The signals of a crash, and of Ctrl-\.
  private static let deadly = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  private init() { settings.initialize(to: termios()) }

  /// Arranges for a dying process to restore the terminal first.
  static func arm(_ descriptor: CInt, _ settings: termios, sending bytes: [UInt8]) {
    shared.descriptor.store(-1, ordering: .releasing)
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
    shared.descriptor.store(-1, ordering: .releasing)
    for number in deadly { signal(number, SIG_DFL) }
  }

  /// Restores the terminal; safe in a signal handler.
  private func restore() {
    let descriptor = descriptor.exchange(-1, ordering: .acquiring)
    guard descriptor >= 0 else { return }
    _ = write(descriptor, bytes, count)
    tcsetattr(descriptor, TCSANOW, settings)
  }
}
