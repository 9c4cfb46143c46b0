// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization

/// A folder for the files of one test, which goes with it.
final class Folder: Sendable {
  let path: String

  init() throws {
    // A real path: policies are not read through links.
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "authorization-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file with this text, its folders made; its path.
  @discardableResult
  func file(_ name: String, _ text: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    return file.path
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  func names(_ name: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + name)) ?? []).sorted()
  }

  // MARK: The files of authorization

  var directories: AuthorizationDirectories {
    AuthorizationDirectories(
      decisions: path + "/config", policy: path + "/etc/policy.json", presence: path + "/run")
  }

  var store: DecisionStore { DecisionStore(directory: path + "/config") }

  /// The policy of this folder, whose administrator is whoever runs the tests.
  var policy: PolicyFile {
    PolicyFile(path: path + "/etc/policy.json", top: path, owner: geteuid())
  }

  /// Keeps a decision, as `gps authorize` does.
  func decide(_ application: String, _ decision: Decision?) throws {
    try store.update(at: Date()) { $0[application] = decision }
  }
}

/// Waits until something is so, a minute at the most; whether it is.
///
/// That long, for a sanitizer on a busy machine.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(60)
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    usleep(2000)
  }
  return true
}
