// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

package struct RecordingError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    case missing
    case isDirectory
    /// This user may not read it.
    case permissionDenied
    case damagedGzip
    case noGzip
    case system(CInt)
  }

  package let cause: Cause
  package let name: String

  init(_ cause: Cause, _ name: String) {
    (self.cause, self.name) = (cause, name)
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
