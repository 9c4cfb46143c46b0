// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import FoundationNetworking
import LocationGeometry

/// A server of OpenStreetMap's addresses, queried over HTTP with one request per second for the whole process.
struct GeocodingServer: Sendable {
  enum Kind: String, Sendable {
    case nominatim
    case photon
  }

  /// A size that no answer with ten results exceeds, bytes.
  private static let largestAnswer = 4 << 20

  let kind: Kind
  let url: URL
  /// How long an answer may take.
  var timeout: Duration = .seconds(10)
  var turns = RequestTurns.shared

  /// - Throws: `geocodeFoundNoResult`, or `network` for any failure, with the reason as its description.
  func answer(_ request: GeocodeRequest) async throws(CLError) -> [CLPlacemark.Fields] {
    let (data, status) = try await fetch(address(of: request))
    guard status == 200 else { throw failure("it answered with status \(status)") }
    guard let placemarks = kind.places(in: Array(data), now: Date()) else {
      throw failure("its answer is not in the format of \(kind)")
    }
    guard !placemarks.isEmpty else { throw CLError(.geocodeFoundNoResult) }
    return placemarks
  }

  private func failure(_ reason: String) -> CLError {
    CLError(
      .network,
      userInfo: [
        NSLocalizedDescriptionKey:
          "cannot geocode with \(kind) at \(url.host() ?? ""): \(reason); try again later"
      ])
  }

  // MARK: Asking

  func address(of request: GeocodeRequest) -> URL {
    let (path, items) = parameters(of: request)
    var address =
      URLComponents(url: url.appending(path: path), resolvingAgainstBaseURL: false)
      ?? URLComponents()
    address.queryItems =
      (address.queryItems ?? []) + items.map { URLQueryItem(name: $0, value: $1) }
    // Servers read a plus sign as a space.
    address.percentEncodedQuery = address.percentEncodedQuery?.replacing("+", with: "%2B")
    return address.url ?? url
  }

  private func parameters(of request: GeocodeRequest) -> (path: String, [(String, String)]) {
    switch request.query {
    case .address(let place): ("reverse", Self.point(place) + common(request.locale))
    case .place(let text, let hint):
      (
        kind == .nominatim ? "search" : "api",
        [("q", text), ("limit", String(TownSearch.limit))] + common(request.locale)
          + (hint.map(nearness) ?? [])
      )
    }
  }

  private func common(_ locale: Locale) -> [(String, String)] {
    switch kind {
    case .nominatim:
      return [
        ("format", "jsonv2"), ("addressdetails", "1"),
        ("accept-language", locale.identifier(.bcp47)),
      ]
    case .photon:
      // Photon answers with an error if it does not have a language; it has these by default.
      let language = locale.language.languageCode?.identifier ?? ""
      return ["de", "en", "fr"].contains(language) ? [("lang", language)] : []
    }
  }

  /// Returns the parameters by which places in a circle come first.
  private func nearness(_ circle: GeoCircle) -> [(String, String)] {
    switch kind {
    case .nominatim: Self.viewBox(circle).map { [("viewbox", $0)] } ?? []
    case .photon: CLLocationCoordinate2DIsValid(circle.center) ? Self.point(circle.center) : []
    }
  }

  private static func point(_ place: CLLocationCoordinate2D) -> [(String, String)] {
    [("lat", number(place.latitude)), ("lon", number(place.longitude))]
  }

  private static func number(_ degrees: Double) -> String { String(format: "%.7f", degrees) }

  /// Returns the west, south, east and north of a circle; `nil` if it reaches a pole or the antimeridian.
  private static func viewBox(_ circle: GeoCircle) -> String? {
    let sides = [270.0, 180, 90, 0].map {
      Geodesic.direct(
        fromLatitude: circle.center.latitude, longitude: circle.center.longitude, azimuth: $0,
        distance: circle.radius)
    }
    let (west, south, east, north) = (
      sides[0].longitude, sides[1].latitude, sides[2].longitude, sides[3].latitude
    )
    guard west < east, south < north, circle.radius < 5_000_000 else { return nil }
    return [west, south, east, north].map(number).joined(separator: ",")
  }

  // MARK: Waiting

  /// The name of the program, which the rules of the public servers require.
  private static let userAgent: String = {
    let program = ProcessInfo.processInfo.processName
      .unicodeScalars.filter {
        $0.isASCII && ($0.properties.isAlphabetic || "-_.0123456789".unicodeScalars.contains($0))
      }
    return "core-location-linux (\(String(String.UnicodeScalarView(program))))"
  }()

  private func fetch(_ address: URL) async throws(CLError) -> (Data, status: Int) {
    do {
      try await turns.next()
    } catch {
      throw CLError(.geocodeCanceled)
    }
    var request = URLRequest(url: address)
    request.setValue(Self.userAgent, forHTTPHeaderField: "User-Agent")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    // The timeout of the request starts again with every byte; this one limits the whole request.
    let (timeout, asked) = (timeout, request)
    do {
      return try await withThrowingTaskGroup(of: (Data, status: Int).self) { group in
        group.addTask {
          try await BoundedDownload.answer(to: asked, limit: Self.largestAnswer)
        }
        group.addTask {
          try await Task.sleep(for: timeout)
          throw URLError(.timedOut)
        }
        defer { group.cancelAll() }
        return try await group.next() ?? (Data(), 0)
      }
    } catch let refusal as BoundedDownload.Refusal {
      throw failure(refusal.rawValue)
    } catch let error as URLError where error.code == .timedOut {
      throw failure("it did not answer within \(timeout)")
    } catch {
      throw failure("it cannot be reached")
    }
  }
}
