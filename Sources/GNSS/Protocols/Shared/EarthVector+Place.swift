// Core Location for Linux. SPDX-License-Identifier: MIT

import UBX

extension EarthVector {
  struct Place {
    /// Radians.
    var latitude: Double
    /// Radians, east positive.
    var longitude: Double
    /// Meters above the ellipsoid.
    var height: Double
  }

  /// The place with these coordinates, meters; `nil` for the center of the Earth, which receivers without a fix send, and if they
  /// are no place near it.
  ///
  /// Bowring's formula, applied twice: exact to a micrometer up to the height of the satellites.
  var place: Place? {
    let axial = (x * x + y * y).squareRoot()
    guard axial > 1 || abs(z) > 1, axial < Self.farthest, abs(z) < Self.farthest else { return nil }
    var reduced = Double.arcTangent(z * Ellipsoid.a, axial * Ellipsoid.b)
    var latitude = 0.0
    for _ in 0..<2 {
      let (sine, cosine) = (Double.sine(reduced), Double.cosine(reduced))
      latitude = .arcTangent(
        z + Ellipsoid.ep2 * Ellipsoid.b * sine * sine * sine,
        axial - Ellipsoid.e2 * Ellipsoid.a * cosine * cosine * cosine)
      reduced = .arcTangent(Ellipsoid.b * .sine(latitude), Ellipsoid.a * .cosine(latitude))
    }
    let (sine, cosine) = (Double.sine(latitude), Double.cosine(latitude))
    let curve = Ellipsoid.a * (1 - Ellipsoid.e2 * sine * sine).squareRoot()
    return Place(
      latitude: latitude, longitude: .arcTangent(y, x), height: axial * cosine + z * sine - curve)
  }

  /// Beyond all satellites, meters.
  private static let farthest = 1e9

  /// Returns a velocity as seen from a place, in its units.
  func velocity(at place: Coordinate) -> (north: Double, east: Double, up: Double) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let outward = x * .cosine(longitude) + y * .sine(longitude)
    return (
      north: z * .cosine(latitude) - outward * .sine(latitude),
      east: y * .cosine(longitude) - x * .sine(longitude),
      up: outward * .cosine(latitude) + z * .sine(latitude)
    )
  }
}

/// A place in Cartesian coordinates, as reference stations send it.
package enum EarthCenteredPlace {
  /// Returns degrees north and east; `nil` for the center of the Earth.
  ///
  /// - Parameters: x, y and z: meters from the center of the Earth.
  package static func degrees(
    x: Double, y: Double, z: Double
  ) -> (latitude: Double, longitude: Double)? {
    EarthVector(x: x, y: y, z: z).place.map {
      ($0.latitude * 180 / .pi, $0.longitude * 180 / .pi)
    }
  }
}

extension Coordinate {
  init(_ place: EarthVector.Place) {
    latitude = place.latitude * 180 / .pi
    longitude = place.longitude * 180 / .pi
  }
}
