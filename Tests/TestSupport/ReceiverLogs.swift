// Core Location for Linux. SPDX-License-Identifier: MIT

package import Foundation

/// Recordings of real receivers, which are kept outside this repository and are not copied into it.
///
/// `RECEIVER_LOGS` names their folder; the default is `../shared/receiver-logs`.
package enum ReceiverLogs {
  package static let directory =
    ProcessInfo.processInfo.environment["RECEIVER_LOGS"].map { URL(filePath: $0) }
    ?? Repository.url("../shared/receiver-logs")

  package static let isThere = FileManager.default.fileExists(atPath: directory.path())

  /// The paths of all files whose names end in `.log`, relative to the folder, including those in its subfolders.
  package static let all: [String] = {
    let names = FileManager.default.enumerator(atPath: directory.path())?.compactMap {
      $0 as? String
    }
    return (names ?? []).filter { $0.hasSuffix(".log") }.sorted()
  }()

  /// The folders of these files, as paths relative to the same folder.
  package static let groups = Set(all.map(group(of:))).sorted()

  package static func group(of name: String) -> String {
    (name as NSString).deletingLastPathComponent
  }

  package static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: directory.appending(path: name)))
  }
}
