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
  init(_ path: String, whileWaiting: ((String) -> Void)?) throws(AuthorizationError) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = retryingOnInterrupt { open(path, flags, 0o600) }
    guard descriptor >= 0 else { throw AuthorizationError(.lock, path, errno: errno) }
    guard stat(of: descriptor)?.kind == S_IFREG else {
      close(descriptor)
      throw AuthorizationError(.lock, path, .notHonored("it is not a file; remove it"))
    }
    let deadline = monotonicNow() + Self.patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      guard number == EWOULDBLOCK || number == EINTR else {
        close(descriptor)
        throw AuthorizationError(.lock, path, errno: number)
      }
      guard monotonicNow() < deadline else {
        whileWaiting?(
          "waiting for another program, which holds \(path); \"fuser \(path)\" names it")
        _ = retryingOnInterrupt { flock(descriptor, LOCK_EX) }
        break
      }
      usleep(10_000)
    }
    self.descriptor = descriptor
  }

  deinit { unlockAndClose(descriptor) }

  /// Performs an operation while no other process has the lock.
  borrowing func hold<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try body() }
}
