// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The reason why a recording cannot be started or continued.
package struct RecorderError: Error, Hashable {
  /// The kernel's error number; `EPIPE` for standard output whose reader has closed it.
  package let errno: CInt
  package let name: String
  /// How many of the bytes to be written, times included, may be missing from the file; an upper bound if it is compressed.
  package let lostBytes: Int

  init(errno: CInt, _ name: String, lostBytes: Int = 0) {
    (self.errno, self.name, self.lostBytes) = (errno, name, lostBytes)
  }
}

extension RecorderError: CustomStringConvertible {
  package var description: String {
    var (reason, advice) = explanation(ofWriting: errno)
    switch errno {
    case EEXIST: advice = "choose another name, or move the file away"
    case EFBIG: advice = "start new files with --rotate-size"
    default: break
    }
    let lost = lostBytes > 0 ? ", and up to \(lostBytes) bytes at the end are lost" : ""
    return "cannot record to \(name): \(reason)\(lost); \(advice)"
  }
}
