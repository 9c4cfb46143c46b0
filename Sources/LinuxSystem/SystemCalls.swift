// Core Location for Linux. SPDX-License-Identifier: MIT

public import Glibc

/// A failed system call: the operation, its object, and the kernel's reason.
package struct SystemError: Error, Hashable, Sendable {
  /// What failed, as a verb: `create`, `write`.
  package let operation: String
  /// The object of the operation: a path, or words such as `a pipe`.
  package let subject: String
  /// The kernel's error number.
  package let errno: CInt

  package init(_ operation: String, _ subject: String, errno: CInt) {
    (self.operation, self.subject, self.errno) = (operation, subject, errno)
  }
}

extension SystemError: CustomStringConvertible {
  /// What cannot be done to which object, why, and what to try.
  package var description: String { "cannot \(operation) \(subject.escapedForTerminal): \(reason)" }

  private var reason: String {
    switch errno {
    case EMFILE, ENFILE:
      "too many files are open; close some, or raise the limit with \"ulimit -n\""
    case EAGAIN: "too many processes run; end some, or raise the limit with \"ulimit -u\""
    default: describe(errno: errno)
    }
  }
}

/// Returns why a file cannot be written, and what to try.
package func explanation(ofWriting errno: CInt) -> (reason: String, advice: String) {
  switch errno {
  case EEXIST: ("the file already exists", "choose another name")
  case EISDIR: ("it is a directory", "name a file in it")
  case ENOENT, ENOTDIR: ("no such directory", "create it, or check the name")
  case EACCES, EPERM: ("permission denied", "choose a directory that you can write to")
  case EROFS: ("the file system is read-only", "choose another place")
  case ENOSPC, EDQUOT: ("the disk is full", "make room, or choose another place")
  case EFBIG: ("the file has reached the largest size allowed", "choose another place")
  case EPIPE: ("its reader has closed it", "check the program that reads it")
  default: (describe(errno: errno), "choose another place")
  }
}

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
