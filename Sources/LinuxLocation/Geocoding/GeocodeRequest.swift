// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

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
struct GeoCircle: Codable, Sendable {
  @ArchivedCoordinate var center = kCLLocationCoordinate2DInvalid
  var radius: CLLocationDistance = 0
}
