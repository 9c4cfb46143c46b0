// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

package enum Folder {
  /// Returns the names in a folder, in any order, except `.` and `..`; none if it cannot be read.
  package static func names(in path: String) -> [String] {
    opendir(path.pathBytes).map(names(reading:)) ?? []
  }

  /// Returns the names in an open folder, and closes it.
  package static func names(in descriptor: CInt) -> [String] {
    guard let folder = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    // A copy of a descriptor shares the position.
    rewinddir(folder)
    return names(reading: folder)
  }

  /// The folder in which this process works; `nil` if there is none any more, with the reason in `errno`.
  package static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(pathBytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  private static func names(reading folder: OpaquePointer) -> [String] {
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(pathBytes: $0.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
