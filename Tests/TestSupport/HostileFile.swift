// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A file of `Fixtures/hostile`, which is made to break a program that reads it.
package struct HostileFile: CustomStringConvertible, Sendable {
  /// Its name, preceded by the folder of its kind.
  package let name: String
  package let bytes: [UInt8]

  package var description: String { name }

  /// Returns the files of a kind, `gpx` for example, sorted by name.
  ///
  /// - Throws: if there are no such files.
  package static func all(_ kind: String) throws -> [HostileFile] {
    let folder = Repository.url("Fixtures/hostile/\(kind)")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    guard !files.isEmpty else { throw CocoaError(.fileNoSuchFile) }
    return try files.map {
      HostileFile(
        name: "\(kind)/\($0.lastPathComponent)", bytes: Array(try Data(contentsOf: $0)))
    }.sorted { $0.name < $1.name }
  }
}
