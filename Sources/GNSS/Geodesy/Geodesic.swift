// Core Location for Linux. SPDX-License-Identifier: MIT

/// The shortest ways on the WGS 84 ellipsoid, altitudes left aside.
///
/// By the algorithms of C. F. F. Karney, Algorithms for geodesics, Journal of Geodesy 87 (2013), with its series
/// of order 6: true to some nanometers for any two places, nearly antipodal ones included. Degrees and meters.
package enum Geodesic {
  /// A way, seen from its first end.
  package struct Path: Hashable, Sendable {
    /// Meters; NaN if an end is no place.
    package var distance: Double
    /// Degrees clockwise from north, in `-180...180`: where the way goes at its first end.
    package var initialAzimuth: Double
    /// Degrees clockwise from north, in `-180...180`: where the way goes on at its second end.
    package var finalAzimuth: Double

    package init(distance: Double, initialAzimuth: Double, finalAzimuth: Double) {
      self.distance = distance
      self.initialAzimuth = initialAzimuth
      self.finalAzimuth = finalAzimuth
    }

    static let none = Path(distance: .nan, initialAzimuth: .nan, finalAzimuth: .nan)
  }

  /// Where a way ends.
  package struct End: Hashable, Sendable {
    /// Degrees north, in `-90...90`; NaN if there is no such way.
    package var latitude: Double
    /// Degrees east, in `-180...180`.
    package var longitude: Double
    /// Degrees clockwise from north, in `-180...180`: where the way goes on.
    package var azimuth: Double

    static let none = End(latitude: .nan, longitude: .nan, azimuth: .nan)
  }

  /// Meters between two places: some nanometers from the truth, and as fast as it can be without azimuths.
  ///
  /// NaN if a number is not finite, or a latitude beyond the poles; longitudes may go around.
  package static func distance(
    fromLatitude: Double, longitude fromLongitude: Double, toLatitude: Double, longitude: Double
  ) -> Double {
    guard isLatitude(fromLatitude), isLatitude(toLatitude), fromLongitude.isFinite,
      longitude.isFinite
    else { return .nan }
    let chord = Chord(
      fromLatitude: fromLatitude, toLatitude: toLatitude,
      longitudes: Angle.difference(longitude, fromLongitude).sum)
    if let distance = chord.distance { return distance }
    var problem = InverseGeodesic(
      fromLatitude: fromLatitude, longitude: fromLongitude, toLatitude: toLatitude,
      longitude: longitude)
    return problem.distance()
  }

  /// The shortest way between two places.
  ///
  /// If there are several, one of them. All NaN if a number is not finite, or a latitude beyond the poles.
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

  /// Where one comes to who sets out in a direction and goes straight on.
  ///
  /// - Parameters:
  ///   - azimuth: degrees clockwise from north.
  ///   - distance: meters; negative goes backwards.
  /// - Returns: all NaN if a number is not finite, or the latitude beyond a pole.
  package static func direct(
    fromLatitude: Double, longitude: Double, azimuth: Double, distance: Double
  ) -> End {
    guard isLatitude(fromLatitude), longitude.isFinite, azimuth.isFinite, distance.isFinite else {
      return .none
    }
    return DirectGeodesic(latitude: fromLatitude, longitude: longitude, azimuth: azimuth)
      .end(after: distance)
  }

  /// Whether it is a number between the poles.
  private static func isLatitude(_ degrees: Double) -> Bool { abs(degrees) <= 90 }
}
