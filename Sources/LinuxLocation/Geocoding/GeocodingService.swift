// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

enum GeocodingService: Sendable {
  /// The gazetteer, without any network.
  case offline
  case server(GeocodingServer)
  /// The configuration is invalid: nothing is queried, rather than another service.
  case unusable

  private static let made = MadeOnce { report in
    GeocodingService(environment: .current, report: report)
  }

  /// The service of this process, as its environment and configuration files name it.
  static var shared: GeocodingService { made.logged() }

  /// The reason why a text names no service.
  struct Problem: Error, CustomStringConvertible {
    let description: String

    fileprivate init(_ text: String, because reason: String) {
      description =
        "cannot geocode with \(text.debugDescription): \(reason); "
        + "try nominatim:https://host/ or photon:https://host/, or nothing at all to geocode offline"
    }
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
    self = .server(GeocodingServer(kind: kind, url: url))
  }

  /// - Parameter report: receives a problem with the configuration in one line.
  init(environment: Environment, report: (String) -> Void) {
    do throws(Problem) {
      try self.init(EngineConfiguration(environment: environment).geocoder)
    } catch {
      report("\(error)")
      self = .unusable
    }
  }

  func answer(_ request: GeocodeRequest) async throws(CLError) -> [CLPlacemark.Fields] {
    let isMeaningful =
      switch request.query {
      case .address(let place): CLLocationCoordinate2DIsValid(place)
      case .place(let text, _): !FoldedName(text).isEmpty
      }
    guard isMeaningful else { throw CLError(.geocodeFoundNoResult) }
    switch self {
    case .offline:
      return try OfflineGeocoder(gazetteer: GazetteerFile.shared).answer(request, now: Date())
    case .server(let server): return try await server.answer(request)
    case .unusable: throw CLError(.network)
    }
  }
}

struct GeocodeRequest: Sendable {
  enum Query: Sendable {
    case address(of: CLLocationCoordinate2D)
    /// The place of an address, which is likely to be in the circle.
    case place(of: String, near: GeoCircle?)
  }

  var query: Query
  /// The language of the answer.
  var locale: Locale

  /// Returns a request for an address, or for the place that it names in numbers, such as `48.85, 2.35`.
  static func address(_ text: String, in region: CLRegion?, locale: Locale?) -> Self {
    let hint = (region as? CLCircularRegion).map { GeoCircle(center: $0.center, radius: $0.radius) }
    return Self(
      query: coordinate(text).map { .address(of: $0) } ?? .place(of: text, near: hint),
      locale: locale ?? .current)
  }

  static func location(_ location: CLLocation, locale: Locale?) -> Self {
    Self(query: .address(of: location.coordinate), locale: locale ?? .current)
  }

  /// Reads a latitude and a longitude in degrees, separated by a comma; `nil` if the text has another form.
  static func coordinate(_ text: String) -> CLLocationCoordinate2D? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    // Double also reads "nan", "infinity" and hexadecimal numbers.
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { "+-.0123456789".contains($0) } }),
      let latitude = Double(parts[0]), let longitude = Double(parts[1])
    else { return nil }
    let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    return CLLocationCoordinate2DIsValid(coordinate) ? coordinate : nil
  }
}

/// A circle on the ellipsoid, meters; an invalid one by default.
struct GeoCircle: Sendable {
  var center = kCLLocationCoordinate2DInvalid
  var radius: CLLocationDistance = 0
}
