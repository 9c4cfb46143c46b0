// Core Location for Linux. SPDX-License-Identifier: MIT

/// A place on the WGS 84 ellipsoid.
///
/// As on Apple's systems it is neither `Equatable` nor `Hashable` nor `Codable`, so that applications can declare
/// these conformances themselves.
public struct CLLocationCoordinate2D: Sendable {
  /// Degrees north of the equator, −90…90.
  public var latitude: CLLocationDegrees

  /// Degrees east of Greenwich, −180…180.
  public var longitude: CLLocationDegrees

  /// Creates a coordinate with latitude and longitude 0.
  public init() { (latitude, longitude) = (0, 0) }

  /// Creates a coordinate, without checking it; see ``CLLocationCoordinate2DIsValid(_:)``.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether the latitude is in −90…90 and the longitude in −180…180, and neither is NaN.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  abs(coord.latitude) <= 90 && abs(coord.longitude) <= 180
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Creates a coordinate, without checking it.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
