// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The reason why a recording cannot be read.
package struct RecordingError: Error, Hashable {
  /// The causes of the error.
  package enum Cause: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// It is a directory.
    case isDirectory
    /// This user may not read it.
    case permissionDenied
    /// It is a gzip file that is truncated or damaged.
    case damagedGzip
    /// It is a gzip file, and `gzip` is not installed on this machine.
    case noGzip
    /// A system call failed with this error number.
    case system(CInt)
  }

  /// The cause.
  package let cause: Cause
  /// The file.
  package let name: String

  init(_ cause: Cause, _ name: String) {
    self.cause = cause
    self.name = name
  }

  init(errno number: CInt, _ name: String) {
    self.name = name
    cause =
      switch number {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .isDirectory
      case EACCES, EPERM: .permissionDenied
      default: .system(number)
      }
  }
}

extension RecordingError: CustomStringConvertible {
  /// The operation, the file, the reason, and advice.
  package var description: String {
    switch cause {
    case .missing: "cannot read \(name): no such file; check the name"
    case .isDirectory: "cannot read \(name): it is a directory; name the files in it"
    case .permissionDenied:
      "cannot read \(name): permission denied; run \"chmod u+r\" on it or ask its owner"
    case .damagedGzip:
      "cannot read \(name) to its end: the gzip file is damaged or cut off; what came before was used"
    case .noGzip: "cannot read \(name): it is a gzip file and gzip is not installed; install gzip"
    case .system(let number):
      "cannot read \(name): \(describe(errno: number)); try a copy of the file"
    }
  }
}
