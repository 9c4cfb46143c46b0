// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A file in memory, in a folder of this process.
struct ScratchFile {
  static let folder: String = {
    let folder = "/dev/shm/core-location-fuzz.\(getpid())"
    mkdir(folder, 0o700)
    mkdir(folder + "/core-location-linux", 0o700)
    return folder
  }()

  let path: String

  init(_ name: String, _ bytes: [UInt8]) {
    path = Self.folder + "/" + name
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0, "cannot write \(path)")
    precondition(write(descriptor, bytes, bytes.count) == bytes.count, "cannot write \(path)")
    close(descriptor)
  }
}
