// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// Why decisions cannot be read, stored, honored or watched.
package struct AuthorizationError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    /// The file is malformed; the decoder's reason.
    case damaged(String)
    case binary
    /// The file may have been written by an untrusted user; the reason.
    case notHonored(String)
    /// The directory belongs to this user, who could not read files that root writes there.
    case notOurs(uid_t)
    /// The system reports this error number.
    case system(CInt)
    case missing
    /// It is a directory, but not a bundle with an identifier.
    case notAnApplication
    /// This environment variable, which would tell the directory, is not set.
    case noPlace(variable: String)
  }

  package enum Action: String, Hashable, Sendable {
    case read
    case write
    case lock
    case honor
    case watch
    case find
  }

  package let action: Action
  package let path: String
  package let cause: Cause

  package init(_ action: Action, _ path: String, _ cause: Cause) {
    self.action = action
    self.path = path
    self.cause = cause
  }

  init(_ action: Action, _ path: String, errno number: CInt) {
    self.init(action, path, number == ENOENT ? .missing : .system(number))
  }

  init(_ action: Action, _ error: SystemError) {
    let isLong = error.errno == EFBIG
    self.init(
      action, error.subject,
      isLong ? .damaged("more than \(BoundedDecoding.longest) bytes") : .system(error.errno))
  }
}

extension AuthorizationError: CustomStringConvertible {
  /// What cannot be done to which file, why, and what to try.
  ///
  /// It is a single escaped line, since names in a damaged file are not trusted.
  package var description: String {
    "cannot \(action.rawValue) \(path): \(reason)".escapedForTerminal
  }

  private var reason: String {
    switch cause {
    case .damaged(let reason):
      "it is damaged (\(reason)), and nothing is authorized by it; repair it, or move it away"
    case .binary: "it is a binary property list; convert it to XML, for example with plistutil"
    case .notHonored(let reason): reason
    case .notOurs(let owner):
      "its directory belongs to user \(owner), who could not read the file that root writes; run it as that user"
    case .notAnApplication:
      "it is a directory without a bundle identifier; name the executable in it"
    case .missing: "there is no such file; check the path"
    case .noPlace(let variable): "\(variable) is not set; set it to a directory of yours"
    case .system(EACCES), .system(EPERM):
      "permission denied; check who owns it and the directory it is in"
    case .system(ENOSPC): "there is no space left; make room"
    case .system(let number): "\(describe(errno: number)); check it and the directory it is in"
    }
  }
}
