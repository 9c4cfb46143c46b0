// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// Where addresses are looked up.
enum GeocoderConfiguration: Hashable, Sendable {
  /// In the gazetteer, without any network.
  case offline
  /// At a server of the given kind.
  case server(GeocodingServer.Kind, URL)

  /// The reason why a text is not a configuration.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  /// Reads `offline`, `nominatim:https://host/…` or `photon:https://host/…`; `nil` and an empty text mean offline.
  init(_ text: String?) throws(Problem) {
    guard let text, !text.isEmpty, text != "offline" else {
      self = .offline
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1)
    guard let kind = parts.first.flatMap({ GeocodingServer.Kind(rawValue: String($0)) }) else {
      throw Problem(text, because: "it does not start with a kind of server")
    }
    guard parts.count == 2, let url = URL(string: String(parts[1])),
      ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false
    else { throw Problem(text, because: "after the kind there is no http or https address") }
    self = .server(kind, url)
  }

  /// Reads the user's environment and configuration files.
  init(environment: Environment) throws(Problem) {
    try self.init(EngineConfiguration(environment: environment).geocoder)
  }
}

extension GeocoderConfiguration.Problem {
  fileprivate init(_ text: String, because reason: String) {
    description =
      "cannot geocode with \(text.debugDescription): \(reason); "
      + "try nominatim:https://host/ or photon:https://host/, or nothing at all to geocode offline"
  }
}
