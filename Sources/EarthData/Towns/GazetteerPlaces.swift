// Core Location for Linux. SPDX-License-Identifier: MIT

/// Where the file with the towns may be.
package enum GazetteerPlaces {
  /// The folder into which SwiftPM puts it, beside the program.
  package static let bundle = "core-location-linux_LinuxLocation.resources"
  package static let name = "gazetteer.bin"

  /// Returns the possible paths, the first that exists being the right one.
  ///
  /// - Parameters:
  ///   - program: the path of the program, without links; beside it, or where a package installs it.
  ///   - others: other folders in which programs keep their resources.
  package static func paths(besides program: String?, others: [String] = []) -> [String] {
    let folder = program.map(parent)
    let folders = (folder.map { [$0] } ?? []) + others
    let paths = folders.map { "\($0)/\(bundle)/\(name)" }
    guard let folder else { return paths }
    return paths + ["\(parent(of: folder))/share/core-location-linux/\(name)"]
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
