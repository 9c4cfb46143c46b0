// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A new folder that only this user can enter, for programs that create files beside those that they are given.
///
/// It is removed with this object, and so are the files in it.
package final class WorkingFolder: Sendable {
  package let path: String

  /// Where temporary files are created: `$TMPDIR`, or else the folder for those that may be large.
  static var parent: String {
    Environment.current["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/var/tmp"
  }

  package init() throws(SystemError) {
    var name = "\(Self.parent)/gps-XXXXXX".pathBytes
    guard mkdtemp(&name) != nil else {
      throw SystemError("create a folder in", Self.parent, errno: errno)
    }
    path = String(pathBytes: name.dropLast().map(UInt8.init(bitPattern:)))
  }

  deinit {
    for name in Folder.names(in: path) { unlink("\(path)/\(name)".pathBytes) }
    rmdir(path.pathBytes)
  }
}
