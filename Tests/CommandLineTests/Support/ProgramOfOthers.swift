// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// Programs and modules of others that read what the tool writes, where they are installed.
enum ProgramOfOthers {
  /// Where a program is; `nil` if it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// A Python that has a module; `nil` if there is none.
  ///
  /// Debian's has those of Debian's packages, whatever comes first on the path.
  static func python(with module: String) -> String? {
    ["/usr/bin/python3", path("python3") ?? "/usr/bin/python3"].first { python in
      (try? RunningTool([python, "-c", "import \(module)"]).finish().exitCode) == 0
    }
  }

  /// The schema of KML with Google's extensions that the wheel of fastkml 1.4 brings along; `nil` without it.
  static let kmlSchema: String? = {
    let script =
      "import importlib.util as u; print(u.find_spec('fastkml').submodule_search_locations[0])"
    let pythons = ["/usr/bin/python3", path("python3") ?? "/usr/bin/python3"]
    let folders = pythons.compactMap { python in
      try? RunningTool([python, "-c", script]).finish().lines.first
    }
    guard let folder = folders.first else { return nil }
    let schema = folder + "/schema/kml22gx.xsd"
    return FileManager.default.fileExists(atPath: schema) ? schema : nil
  }()
}
