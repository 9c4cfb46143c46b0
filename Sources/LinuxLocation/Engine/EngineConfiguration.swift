// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LinuxSystem
import LocationAuthorization

/// What is set around an application without touching it; see docs/configuration.md.
struct EngineConfiguration: Hashable, Sendable {
  /// Where positions come from, as `CORELOCATION_SOURCE` says it; `nil` for whatever is plugged in.
  var source: String?
  /// Where addresses are looked up, as `CORELOCATION_GEOCODER` says it; `nil` for nowhere but here.
  var geocoder: String?
  /// Whether the application is in use, as `CORELOCATION_IN_USE` says it; `nil` lets its terminal say it.
  var isInUse: Bool?
  /// Where the location service is looked for, as `CORELOCATION_SERVICE` says it; empty for nowhere.
  var serviceSockets: [String] = []
  /// What is wrong with it, to be logged.
  var problems: [String] = []

  /// The members of the file.
  private struct File: Decodable {
    var source: String?
    var geocoder: String?
  }

  /// Reads the user's file, else the machine's; what the environment says comes first.
  ///
  /// - Parameters:
  ///   - environment: `CORELOCATION_SOURCE`, `CORELOCATION_GEOCODER`, `CORELOCATION_IN_USE`,
  ///     `CORELOCATION_SERVICE`, `XDG_CONFIG_HOME`, `XDG_RUNTIME_DIR` and `HOME` count.
  ///   - system: the machine's directory for configuration.
  init(environment: [String: String], system: String = "/etc") {
    let user = UserDirectories(environment: environment).ourConfiguration
    let directories = [user, "\(system)/\(UserDirectories.folder)"].compactMap(\.self)
    for directory in directories {
      let path = directory + "/config.json"
      do {
        guard let bytes = try WholeFile.read(path, limit: BoundedDecoding.longest) else { continue }
        let file = try BoundedDecoding.json(File.self, from: bytes)
        (source, geocoder) = (file.source, file.geocoder)
      } catch {
        problems.append(
          "cannot use \(path.escapedForTerminal): it is not of the form {\"source\": \"…\", \"geocoder\": \"…\"}"
        )
      }
      break
    }
    switch environment["CORELOCATION_IN_USE"] {
    case nil, "": break
    case "1": isInUse = true
    case "0": isInUse = false
    case let other?:
      problems.append(
        "cannot use CORELOCATION_IN_USE=\(other.escapedForTerminal): expected 1 or 0")
    }
    serviceSockets = ServicePlace.paths { environment[$0] }
    if let told = environment["CORELOCATION_SOURCE"] { source = told }
    if let told = environment["CORELOCATION_GEOCODER"] { geocoder = told }
  }
}
