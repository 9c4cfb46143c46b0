// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The pages that messages and help texts refer to.
package enum Documents {
  /// Returns where a page is: beside an installed program, such as `/usr/share/doc/core-location-linux/web.md`, otherwise
  /// in the sources, `docs/web.md`.
  package static func path(_ name: String) -> String {
    path(name, besides: program) { access($0, R_OK) == 0 }
  }

  package static func path(
    _ name: String, besides program: String?, where isThere: (String) -> Bool
  ) -> String {
    let folders = (program ?? "").split(separator: "/").dropLast(2)
    let installed =
      ([""] + folders.map(String.init) + ["share", "doc", UserDirectories.folder])
      .joined(separator: "/") + "/\(name).md"
    return program != nil && isThere(installed) ? installed : "docs/\(name).md"
  }

  /// The path of this process's program; `nil` if it is not known.
  private static let program: String? = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    return count > 0
      ? String(decoding: path.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }()
}
