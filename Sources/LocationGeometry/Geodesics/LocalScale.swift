// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The lengths of a degree near a latitude, for distances of many near places, which take a few nanoseconds each.
///
/// Within 1 km of that latitude, distances of up to 1 km are exact to a thousandth up to 89° of latitude.
package struct LocalScale: Hashable, Sendable {
  /// The latitude, degrees.
  package let latitude: Double
  /// Meters in a degree of latitude.
  private let north: Double
  /// Meters in a degree of longitude.
  private let east: Double

  package init(latitude: Double) {
    self.latitude = latitude
    let radians = latitude * .pi / 180
    north = Ellipsoid.meridianRadius(at: radians) * .pi / 180
    east = Ellipsoid.primeVerticalRadius(at: radians) * .cosine(radians) * .pi / 180
  }

  /// Returns the distance between two places, meters.
  ///
  /// Places that are too far for this scale have their exact distance.
  func distance(_ first: TripFix, _ second: TripFix) -> Double {
    distance(first.latitude, first.longitude, second.latitude, second.longitude)
  }

  /// Returns the distance between two places, meters, from their latitudes and longitudes.
  package func distance(
    _ latitude: Double, _ longitude: Double, _ otherLatitude: Double, _ otherLongitude: Double
  ) -> Double {
    var across = otherLongitude - longitude
    if across.magnitude > 180 { across -= across < 0 ? -360 : 360 }
    let (y, x) = ((otherLatitude - latitude) * north, across * east)
    let distance = (x * x + y * y).squareRoot()
    guard distance > Self.reach || isFar(latitude) else { return distance }
    return Geodesic.distance(
      fromLatitude: latitude, longitude: longitude, toLatitude: otherLatitude,
      longitude: otherLongitude)
  }

  /// Whether a latitude is too far away for this scale to be exact.
  package func isFar(_ latitude: Double) -> Bool {
    (latitude - self.latitude).magnitude > 0.02 || latitude.magnitude > 89
  }

  /// Meters.
  private static let reach = 1000.0
}
