// Core Location for Linux. SPDX-License-Identifier: MIT

package import Foundation

/// The files of this repository that tests read and run.
package enum Repository {
  /// The folder that holds `Package.swift`.
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent()  // TestSupport
    .deletingLastPathComponent()  // Tests
    .deletingLastPathComponent()

  /// Returns the URL of a file, from its path relative to the folder that holds `Package.swift`.
  package static func url(_ path: String) -> URL { root.appending(path: path).standardized }

  /// Returns the absolute path of a file, from its path relative to the folder that holds `Package.swift`.
  package static func path(_ path: String) -> String { url(path).path }

  /// Returns the text of a file, from its path relative to the folder that holds `Package.swift`.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}
