// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// What a geocoder is asked.
struct GeocodeRequest: Sendable {
  /// What is asked.
  enum Query: Sendable {
    /// What is at a place.
    case address(of: CLLocationCoordinate2D)
    /// Where an address is; the circle says where it is likely to be.
    case place(of: String, near: GeoCircle?)
  }

  var query: Query
  /// The language of the answer.
  var locale: Locale

  /// An address asked for, or the place that it names in numbers, as `48.85, 2.35`.
  static func address(_ text: String, in region: CLRegion?, locale: Locale?) -> Self {
    let hint = (region as? CLCircularRegion).map { GeoCircle(center: $0.center, radius: $0.radius) }
    return Self(
      query: coordinate(text).map { .address(of: $0) } ?? .place(of: text, near: hint),
      locale: locale ?? .current)
  }

  static func location(_ location: CLLocation, locale: Locale?) -> Self {
    Self(query: .address(of: location.coordinate), locale: locale ?? .current)
  }

  /// A latitude and a longitude in degrees with a comma between; `nil` if that is not what the text says.
  static func coordinate(_ text: String) -> CLLocationCoordinate2D? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    // Double reads "nan", "infinity" and hexadecimal numbers, too.
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy { "+-.0123456789".contains($0) } }),
      let latitude = Double(parts[0]), let longitude = Double(parts[1])
    else { return nil }
    let coordinate = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    return CLLocationCoordinate2DIsValid(coordinate) ? coordinate : nil
  }
}

/// A circle on the ellipsoid, meters.
struct GeoCircle: Sendable {
  var center: CLLocationCoordinate2D
  var radius: CLLocationDistance
}
