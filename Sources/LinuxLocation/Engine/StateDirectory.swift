// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization

/// The directory in which the state of applications is stored between launches: `$XDG_STATE_HOME/core-location-linux`.
struct StateDirectory: Sendable {
  let root: URL
  let application: ApplicationIdentifier

  /// The directory of this process; `nil` without a home.
  static var shared: StateDirectory? {
    guard let root = UserDirectories.current.ourState else { return nil }
    return StateDirectory(
      root: URL(fileURLWithPath: root),
      application: Application.current().identity.identifier)
  }

  func file(_ kind: String, _ name: String) -> StateFile {
    StateFile(
      url: root.appendingPathComponent(kind)
        .appendingPathComponent(FileName.escaping(application.bytes))
        .appendingPathComponent(FileName.escaping(name.utf8, suffix: ".json")))
  }

  var waking: WakeFolder { WakeFolder(state: root.path, application: application) }

  /// Returns a file that all applications of this user share.
  func sharedFile(_ name: String) -> StateFile {
    StateFile(url: root.appendingPathComponent(name + ".json"))
  }
}

/// A file that holds one value as JSON, replaced as a whole.
struct StateFile: Sendable {
  let url: URL

  /// The reason why a file cannot be used.
  struct Damage: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot use \(path): \(reason); what it held is ignored" }
  }

  func read<Value: Decodable>(_ type: Value.Type) throws(Damage) -> Value? {
    removeLeftovers()
    do {
      guard let content = try WholeFile.read(url.path, limit: BoundedDecoding.longest) else {
        return nil
      }
      return try BoundedDecoding.json(type, from: content)
    } catch is BoundedDecoding.Refusal {
      throw Damage(path: url.path, reason: "it is damaged")
    } catch {
      throw Damage(path: url.path, reason: "it cannot be read")
    }
  }

  /// Removes new files that a process was writing when it was killed.
  private func removeLeftovers() {
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(url.lastPathComponent + ".") && name.hasSuffix(".new") {
      let path = folder.appendingPathComponent(name).path
      // Another process may be writing right now, which takes less than a minute.
      guard
        let age = try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
          as? Date,
        age.timeIntervalSinceNow < -60
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// Replaces the file, readable by this user only, since monitored regions reveal where a person lives.
  ///
  /// - Throws: `SystemError` if writing fails, or if root would write it into another user's home; the file is then
  ///   unchanged.
  func write(_ value: some Encodable) throws {
    let content = try Array(JSONEncoder().encode(value))
    guard WholeFile.foreignOwner(of: url.path) == nil else {
      throw SystemError("write", url.path, errno: EPERM)
    }
    try WholeFile.makeDirectory(WholeFile.parent(of: url.path), mode: 0o700)
    try WholeFile.replace(url.path, with: content, mode: 0o600)
  }
}
