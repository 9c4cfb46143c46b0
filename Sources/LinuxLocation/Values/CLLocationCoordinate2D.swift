// Core Location for Linux. SPDX-License-Identifier: MIT

/// A place on the WGS 84 ellipsoid.
///
/// It is neither `Equatable` nor `Hashable` nor `Codable`, as on Apple's systems: what applications
/// declare of that kind themselves must remain theirs.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator, −90…90.
  public var latitude: CLLocationDegrees

  /// Degrees east of Greenwich, −180…180.
  public var longitude: CLLocationDegrees

  /// The place where the equator meets the prime meridian.
  public init() { (latitude, longitude) = (0, 0) }

  /// A place, taken as it is: see ``CLLocationCoordinate2DIsValid(_:)``.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether a coordinate is on the earth: latitude in −90…90, longitude in −180…180, neither NaN.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// A place, taken as it is.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
