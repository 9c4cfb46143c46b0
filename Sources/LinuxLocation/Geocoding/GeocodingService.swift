// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The service that answers geocoders.
enum GeocodingService: Sendable {
  case offline
  case server(GeocodingServer)
  /// The configuration is invalid: nothing is queried, rather than another service.
  case unusable

  private static let made = MadeOnce { report in
    GeocodingService(environment: .current, report: report)
  }

  /// The service of this process, as its environment configures it.
  static var shared: GeocodingService { made.logged() }

  /// - Parameter report: receives a problem with the configuration in one line.
  init(environment: Environment, report: (String) -> Void) {
    do throws(GeocoderConfiguration.Problem) {
      switch try GeocoderConfiguration(environment: environment) {
      case .offline: self = .offline
      case .server(let kind, let url): self = .server(GeocodingServer(kind: kind, url: url))
      }
    } catch {
      report("\(error)")
      self = .unusable
    }
  }

  /// - Throws: `geocodeFoundNoResult`, or `network`.
  func answer(_ request: GeocodeRequest) async throws(CLError) -> [CLPlacemark.Fields] {
    if case .address(let place) = request.query, !CLLocationCoordinate2DIsValid(place) {
      throw CLError(.geocodeFoundNoResult)
    }
    if case .place(let text, _) = request.query, FoldedName(text).isEmpty {
      throw CLError(.geocodeFoundNoResult)
    }
    switch self {
    case .offline:
      return try OfflineGeocoder(gazetteer: GazetteerFile.shared).answer(request, now: Date())
    case .server(let server): return try await server.answer(request)
    case .unusable: throw CLError(.network)
    }
  }
}
