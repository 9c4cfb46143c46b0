// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The reason why a recording cannot be started or continued.
package struct RecorderError: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    case exists
    case isDirectory
    case missingDirectory
    case permissionDenied
    case readOnly
    /// The disk is full, or this user's quota is used up.
    case diskFull
    /// The file has reached the largest size allowed.
    case tooLarge
    /// It is standard output, and its reader has closed the pipe.
    case nobodyReads
    case system(CInt)
  }

  package let cause: Cause
  package let name: String
  /// How many of the bytes to be written, times included, may be missing from the file; an upper bound if it is compressed.
  package let lostBytes: Int

  init(_ cause: Cause, _ name: String, lostBytes: Int = 0) {
    (self.cause, self.name, self.lostBytes) = (cause, name, lostBytes)
  }

  init(errno number: CInt, _ name: String, lostBytes: Int = 0) {
    let cause: Cause =
      switch number {
      case EEXIST: .exists
      case EISDIR: .isDirectory
      case ENOENT, ENOTDIR: .missingDirectory
      case EACCES, EPERM: .permissionDenied
      case EROFS: .readOnly
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .tooLarge
      case EPIPE: .nobodyReads
      default: .system(number)
      }
    self.init(cause, name, lostBytes: lostBytes)
  }
}

extension RecorderError: CustomStringConvertible {
  package var description: String {
    let (reason, advice) = explanation
    let lost = lostBytes > 0 ? ", and up to \(lostBytes) bytes at the end are lost" : ""
    return "cannot record to \(name): \(reason)\(lost); \(advice)"
  }

  private var explanation: (reason: String, advice: String) {
    switch cause {
    case .exists: ("the file already exists", "choose another name, or move the file away")
    case .isDirectory: ("it is a directory", "name a file in it")
    case .missingDirectory: ("no such directory", "create it, or check the name")
    case .permissionDenied: ("permission denied", "choose a directory that you can write to")
    case .readOnly: ("the file system is read-only", "choose another place")
    case .diskFull: ("the disk is full", "make room, or choose another place")
    case .tooLarge:
      ("the file has reached the largest size allowed", "start new files with --rotate-size")
    case .nobodyReads: ("its reader has closed it", "check the program that reads it")
    case .system(let number): (describe(errno: number), "choose another place")
    }
  }
}
