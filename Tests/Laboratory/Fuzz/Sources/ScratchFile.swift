// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A file in the folder that `FUZZ_FOLDER` names.
struct ScratchFile {
  static let folder: String = {
    guard let name = getenv("FUZZ_FOLDER") else {
      fatalError("set FUZZ_FOLDER to a folder in memory")
    }
    let folder = String(cString: name)
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
