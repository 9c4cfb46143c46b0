// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization

/// Where what an application monitors is kept over launches: `$XDG_STATE_HOME/core-location-linux`.
struct StateDirectory: Sendable {
  private let root: URL
  private let application: ApplicationIdentifier

  init(root: URL, application: ApplicationIdentifier) {
    self.root = root
    self.application = application
  }

  /// That of this process; `nil` without a home.
  static var shared: StateDirectory? {
    guard let root = UserDirectories.current.ourState else { return nil }
    return StateDirectory(
      root: URL(fileURLWithPath: root),
      application: Application.current().identity.identifier)
  }

  /// A file of this application.
  func file(_ kind: String, _ name: String) -> StateFile {
    StateFile(
      url: root.appendingPathComponent(kind)
        .appendingPathComponent(FileName.escaping(application.bytes))
        .appendingPathComponent(FileName.escaping(name.utf8, suffix: ".json")))
  }

  /// A file of all applications of this user.
  func sharedFile(_ name: String) -> StateFile {
    StateFile(url: root.appendingPathComponent(name + ".json"))
  }
}

/// A file that holds one value as JSON, replaced as a whole.
struct StateFile: Sendable {
  let url: URL

  /// Why it cannot be used.
  struct Damage: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot use \(path): \(reason); what it held is ignored" }
  }

  /// What it holds; `nil` if it does not exist.
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

  /// Replaces it, for this user's eyes alone: what is monitored is where somebody lives.
  ///
  /// - Throws: `SystemError` if the disk does not take it, or if root would write it into somebody else's home; the
  ///   file is then as it was.
  func write(_ value: some Encodable) throws {
    let content = try Array(JSONEncoder().encode(value))
    guard WholeFile.foreignOwner(of: url.path) == nil else {
      throw SystemError("write", url.path, errno: EPERM)
    }
    try WholeFile.makeDirectory(WholeFile.parent(of: url.path), mode: 0o700)
    try WholeFile.replace(url.path, with: content, mode: 0o600)
  }
}
