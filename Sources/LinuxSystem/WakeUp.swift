// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A descriptor that any thread can make readable, to end another thread's wait.
package final class WakeUp: Sendable {
  /// The descriptor to wait for; readable from ``signal()`` until ``clear()``.
  package let descriptor: CInt
  /// The descriptor to which a library may write a byte in place of ``signal()``, while this object exists.
  package let writer: CInt

  /// - Throws: ``SystemError`` when the process has no descriptors left.
  package init() throws(SystemError) {
    (descriptor, writer) = try openPipe()
    for end in [descriptor, writer] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Ends the wait in progress, or else the next one.
  ///
  /// Safe in a signal handler.
  package func signal() {
    var byte: UInt8 = 1
    // If the pipe is full, it is readable already.
    _ = write(writer, &byte, 1)
  }

  /// Makes the descriptor unreadable again.
  package func clear() {
    var buffer: UInt64 = 0
    // A short read means that the pipe is empty.
    while read(descriptor, &buffer, 8) == 8 {}
  }
}
