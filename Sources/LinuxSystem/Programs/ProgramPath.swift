// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

package enum ProgramPath {
  /// Why a program cannot be run.
  package enum Problem: Error, Hashable {
    case missing, isDirectory, notExecutable
  }

  /// Returns the path of a program: of a name without a slash, the first on the search path.
  ///
  /// - Parameter searchPath: folders, with colons between them.
  package static func find(
    _ name: String, searchPath: String = Environment.current["PATH"] ?? "/usr/bin:/bin"
  ) throws(Problem) -> String {
    let isPath = name.contains("/")
    let candidates =
      isPath
      ? [name]
      : searchPath.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
    var problem = Problem.missing
    for path in candidates where !name.isEmpty {
      guard let status = stat(of: path) else { continue }
      if status.kind == S_IFREG, access(path.pathBytes, X_OK) == 0 { return path }
      problem = status.kind == S_IFDIR ? .isDirectory : .notExecutable
    }
    throw problem
  }
}
