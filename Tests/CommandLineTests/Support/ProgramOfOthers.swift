// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// Other projects' programs and modules that read what the tool writes, where they are installed.
enum ProgramOfOthers {
  /// Returns the path of a program; `nil` if it is not installed.
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Returns the path of a Python that has a module; `nil` if there is none.
  ///
  /// Debian's Python, which has the modules of Debian's packages, is tried before the first one on the path.
  static func python(with module: String) -> String? {
    ["/usr/bin/python3", path("python3") ?? "/usr/bin/python3"].first { python in
      (try? RunningTool([python, "-c", "import \(module)"]).finish().exitCode) == 0
    }
  }

  /// The schema of KML with Google's extensions, from the wheel of fastkml 1.4; `nil` without it.
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
