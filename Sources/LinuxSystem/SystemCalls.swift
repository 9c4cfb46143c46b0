// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Calls until the call is not interrupted by a signal.
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// A descriptor above those of standard input, output and error, in place of one that may be among them.
///
/// A process may be started with these closed. Whatever it opens first would then be read and written as if it were they.
///
/// - Parameter least: the first number that is not among them.
package func movedAboveStandard(_ descriptor: CInt, least: CInt = 3) -> CInt {
  guard (0..<least).contains(descriptor) else { return descriptor }
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, least)
  let number = errno
  close(descriptor)
  errno = number
  return moved
}

/// What an error number means, in the C library's words.
package func describe(errno number: CInt) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  // Swift sees the POSIX variant, which fills the buffer and never fails for long enough ones.
  guard let text = strerror_l(number, uselocale(nil)) else { return "error \(number)" }
  strncpy(&buffer, text, buffer.count - 1)
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
