// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

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
