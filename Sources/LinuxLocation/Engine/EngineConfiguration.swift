// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LinuxSystem
import LocationAuthorization

/// The settings from outside an application; see docs/configuration.md.
struct EngineConfiguration: Hashable, Sendable {
  /// Where positions come from, in the form of `CORELOCATION_SOURCE`; `nil` for the receiver that is plugged in.
  var source: String?
  /// Where addresses are looked up, in the form of `CORELOCATION_GEOCODER`; `nil` for only on this machine.
  var geocoder: String?
  /// Whether the application is in use, from `CORELOCATION_IN_USE`; `nil` lets its terminal decide.
  var isInUse: Bool?
  /// Where the location service is looked for, from `CORELOCATION_SERVICE`; empty for nowhere.
  var serviceSockets: [String] = []
  var problems: [String] = []

  private struct File: Decodable {
    var source: String?
    var geocoder: String?
  }

  /// Reads the user's file, else the machine's; the environment takes precedence.
  init(environment: Environment, system: String = "/etc") {
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
    serviceSockets = ServiceSource.paths(environment: environment)
    if let value = environment["CORELOCATION_SOURCE"] { source = value }
    if let value = environment["CORELOCATION_GEOCODER"] { geocoder = value }
  }
}
