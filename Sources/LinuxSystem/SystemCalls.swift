// Core Location for Linux. SPDX-License-Identifier: MIT

public import Glibc

/// Repeats a system call while it is interrupted by signals.
///
/// Inlinable, since each call returns a type of its own, and generic code costs much in other modules.
@inlinable
package func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// Moves a descriptor above those of standard input, output and error, if it is one of them.
///
/// A process may be started with these closed. The first file it opens would then be used as if it were standard input,
/// output or error.
///
/// - Parameter least: the lowest number that is not one of them.
package func movedAboveStandard(_ descriptor: CInt, least: CInt = 3) -> CInt {
  guard (0..<least).contains(descriptor) else { return descriptor }
  let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, least)
  let number = errno
  close(descriptor)
  errno = number
  return moved
}

/// Releases the lock of flock(2) on a file, and closes the file.
///
/// Closing alone would not release it while another thread starts a program: until that runs, the child has the file open, too.
package func unlockAndClose(_ descriptor: CInt) {
  flock(descriptor, LOCK_UN)
  close(descriptor)
}

/// Opens a socket that does not block, and that programs do not inherit; -1 with the reason in `errno` if it cannot.
package func openSocket(_ family: CInt, _ type: __socket_type) -> CInt {
  let flags = type.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
  return movedAboveStandard(socket(family, CInt(flags), 0))
}

/// Returns the meaning of an error number in the C library's words, as they stand within a sentence.
package func describe(errno number: CInt) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  // The POSIX variant, which Swift imports, fills the buffer and does not fail if that is long enough.
  guard let text = strerror_l(number, uselocale(nil)) else { return "error \(number)" }
  strncpy(&buffer, text, buffer.count - 1)
  let words = String(
    decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  // But "RPC struct is bad".
  guard words.dropFirst().first?.isLowercase ?? false else { return words }
  return words.prefix(1).lowercased() + words.dropFirst()
}

package enum ReadOutcome: Hashable, Sendable {
  case bytes(Int)
  case nothing
  /// Nothing more will arrive: the device was unplugged, the peer closed the connection, or the file is at its end.
  case hungUp
}

/// Returns the columns and rows of a terminal; `nil` for what it does not tell, and for anything else.
package func terminalSize(of descriptor: CInt) -> (columns: Int?, rows: Int?) {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (nil, nil) }
  let known = { (cells: UInt16) in cells > 0 ? Int(cells) : nil }
  return (known(size.ws_col), known(size.ws_row))
}
