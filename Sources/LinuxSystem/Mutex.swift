// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A value that one thread at a time can access.
///
/// It uses the system's mutex, which the thread sanitizer recognizes; see docs/decisions/0010-locks.md.
// Proof of Sendable: the value was handed over permanently on initialization, and only the holder of the lock accesses
// it; what goes in and out is handed over, too.
package final class Mutex<Value: ~Copyable>: @unchecked Sendable {
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  @usableFromInline let value = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  package init(_ value: consuming sending Value) {
    pthread_mutex_init(mutex, nil)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Calls a closure with exclusive access to the value.
  ///
  /// Inlinable, because every wake-up would otherwise run it as generic code.
  @inlinable
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }

  /// Calls a closure with exclusive access to the value; returns `nil` without a wait if another thread has it.
  package func withLockIfAvailable<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value.pointee)
  }
}
