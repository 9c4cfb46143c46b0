// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// The shortest paths on the WGS 84 ellipsoid, regardless of altitude.
///
/// By the algorithms of C. F. F. Karney, Algorithms for geodesics, Journal of Geodesy 87 (2013), with its series of
/// order 6: accurate to a few nanometers for any two places, including nearly antipodal ones. Degrees and meters.
package enum Geodesic {
  package struct Path: Hashable, Sendable {
    /// Meters; NaN if an end is not a valid place.
    package var distance: Double
    /// The azimuth of the path at its first end, degrees clockwise from north, in `-180...180`.
    package var initialAzimuth: Double
    /// The azimuth in which the path continues at its second end, degrees clockwise from north, in `-180...180`.
    package var finalAzimuth: Double

    static let none = Path(distance: .nan, initialAzimuth: .nan, finalAzimuth: .nan)
  }

  package struct End: Hashable, Sendable {
    /// Degrees north, in `-90...90`; NaN if there is no such path.
    package var latitude: Double
    /// Degrees east, in `-180...180`.
    package var longitude: Double
    /// The azimuth in which the path continues, degrees clockwise from north, in `-180...180`.
    package var azimuth: Double

    static let none = End(latitude: .nan, longitude: .nan, azimuth: .nan)
  }

  /// Returns the distance between two places in meters.
  ///
  /// NaN if a number is not finite, or a latitude is beyond a pole; longitudes may be any number of turns.
  package static func distance(
    fromLatitude: Double, longitude fromLongitude: Double, toLatitude: Double, longitude: Double
  ) -> Double {
    guard isLatitude(fromLatitude), isLatitude(toLatitude), fromLongitude.isFinite,
      longitude.isFinite
    else { return .nan }
    var problem = InverseGeodesic(
      fromLatitude: fromLatitude, longitude: fromLongitude, toLatitude: toLatitude,
      longitude: longitude)
    return problem.distance()
  }

  /// Returns the shortest path between two places.
  ///
  /// If there are several, it is one of them. All its members are NaN if a number is not finite, or a latitude is
  /// beyond a pole.
  package static func inverse(
    fromLatitude: Double, longitude fromLongitude: Double, toLatitude: Double, longitude: Double
  ) -> Path {
    guard isLatitude(fromLatitude), isLatitude(toLatitude), fromLongitude.isFinite,
      longitude.isFinite
    else { return .none }
    var problem = InverseGeodesic(
      fromLatitude: fromLatitude, longitude: fromLongitude, toLatitude: toLatitude,
      longitude: longitude)
    return problem.path()
  }

  /// Returns the end of the geodesic that leaves a place at an azimuth.
  ///
  /// - Parameters:
  ///   - azimuth: degrees clockwise from north.
  ///   - distance: meters; a negative distance goes backwards.
  /// - Returns: all NaN if a number is not finite, or the latitude is beyond a pole.
  package static func direct(
    fromLatitude: Double, longitude: Double, azimuth: Double, distance: Double
  ) -> End {
    guard isLatitude(fromLatitude), longitude.isFinite, azimuth.isFinite, distance.isFinite else {
      return .none
    }
    return DirectGeodesic(latitude: fromLatitude, longitude: longitude, azimuth: azimuth)
      .end(after: distance)
  }

  private static func isLatitude(_ degrees: Double) -> Bool { abs(degrees) <= 90 }
}

extension Fix {
  /// Returns the distance to another fix on the ellipsoid, meters.
  package func distance(to other: Fix) -> Double {
    distance(toLatitude: other.latitude, longitude: other.longitude)
  }

  /// Returns the distance to a place on the ellipsoid, meters.
  package func distance(toLatitude latitude: Double, longitude: Double) -> Double {
    Geodesic.distance(
      fromLatitude: self.latitude, longitude: self.longitude, toLatitude: latitude,
      longitude: longitude)
  }
}
