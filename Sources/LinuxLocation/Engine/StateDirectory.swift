// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization

/// Where what an application monitors is kept over launches: `$XDG_STATE_HOME/core-location-linux`.
struct StateDirectory: Sendable {
  private let root: URL
  private let application: String

  /// - Parameter application: its bundle identifier, or the path of its executable.
  init(root: URL, application: String) {
    self.root = root
    self.application = application
  }

  /// That of this process; `nil` without a home.
  static var shared: StateDirectory? {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["XDG_STATE_HOME"] ?? environment["HOME"].map { $0 + "/.local/state" }
    guard let home else { return nil }
    return StateDirectory(
      root: URL(fileURLWithPath: home).appendingPathComponent("core-location-linux"),
      application: Application.current().identity.identifier)
  }

  /// A file of this application.
  func file(_ kind: String, _ name: String) -> StateFile {
    StateFile(
      url: root.appendingPathComponent(kind).appendingPathComponent(Self.escaped(application))
        .appendingPathComponent(Self.escaped(name) + ".json"))
  }

  /// A name in which nothing means anything to a file system.
  private static func escaped(_ name: String) -> String {
    let plain = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "unknown"
    return plain.isEmpty ? "%" : plain
  }
}

/// A file that holds one value as JSON, replaced as a whole.
struct StateFile: Sendable {
  let url: URL

  /// Why it cannot be used.
  struct Damage: Error, CustomStringConvertible {
    let path: String
    let reason: String
    var description: String { "cannot use \(path): \(reason); what it held is not gone on with" }
  }

  /// What it holds; `nil` if it does not exist.
  func read<Value: Decodable>(_ type: Value.Type) throws(Damage) -> Value? {
    do {
      guard let content = try FileContent.read(url.path) else { return nil }
      return try JSONDecoder().decode(type, from: content)
    } catch is DecodingError {
      throw Damage(path: url.path, reason: "it is damaged")
    } catch {
      throw Damage(path: url.path, reason: "it cannot be read")
    }
  }

  /// Replaces it, for this user's eyes alone: what is monitored is where somebody lives.
  ///
  /// - Throws: `AuthorizationError` if the disk does not take it; the file is then as it was.
  func write(_ value: some Encodable) throws {
    let content = try JSONEncoder().encode(value)
    try FileContent.makeDirectory(FileContent.parent(of: url.path))
    try FileContent.replace(url.path, with: content)
  }
}
