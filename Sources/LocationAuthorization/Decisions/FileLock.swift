// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A lock that one process holds at a time; it is released when the process ends.
struct FileLock: ~Copyable {
  private let descriptor: CInt

  /// The longest wait that is not reported.
  private static let patience = Duration.seconds(1)

  /// Waits until no other process holds the lock.
  ///
  /// - Parameters:
  ///   - path: a file, created if it is missing. Anything else in its place is refused.
  ///   - whileWaiting: receives a line if the wait takes longer than a second.
  init(_ path: String, whileWaiting: (@Sendable (String) -> Void)?) throws(AuthorizationError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = retryingOnInterrupt { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw AuthorizationError(.lock, path, errno: errno) }
    guard stat(of: descriptor)?.kind == S_IFREG else {
      close(descriptor)
      throw AuthorizationError(.lock, path, .notHonored("it is not a file; remove it"))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) != 0 else {
      self.descriptor = descriptor
      return
    }
    let number = errno == EWOULDBLOCK || errno == EINTR ? 0 : errno
    let reminder = whileWaiting.flatMap { Reminder(path, after: Self.patience, $0) }
    let isLocked = number == 0 && retryingOnInterrupt { flock(descriptor, LOCK_EX) } == 0
    let failure = number == 0 ? errno : number
    reminder?.cancel()
    guard isLocked else {
      close(descriptor)
      throw AuthorizationError(.lock, path, errno: failure)
    }
    self.descriptor = descriptor
  }

  deinit { unlockAndClose(descriptor) }

  /// Performs an operation while no other process has the lock.
  borrowing func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }
}

/// Reports a wait that takes long, from a thread of its own.
private struct Reminder {
  private let end: WakeUp

  /// Starts waiting; `nil` if the process has no descriptors or threads left.
  init?(_ path: String, after patience: Duration, _ report: @escaping @Sendable (String) -> Void) {
    guard let end = try? WakeUp() else { return nil }
    let thread = POSIXThread {
      guard firstReadable(of: end.descriptor, until: monotonicNow() + patience) == nil else {
        return
      }
      report("waiting for another program, which holds \(path); \"fuser \(path)\" names it")
    }
    guard let thread else { return nil }
    thread.detach()
    self.end = end
  }

  func cancel() { end.signal() }
}
