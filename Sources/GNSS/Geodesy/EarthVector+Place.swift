// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
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

  /// The place with these coordinates, meters; `nil` for the center of the Earth, which receivers without a fix send.
  ///
  /// Bowring's formula, applied twice: exact to a micrometer up to the height of the satellites.
  var place: Place? {
    let axial = (x * x + y * y).squareRoot()
    guard axial > 1 || abs(z) > 1 else { return nil }
    var reduced = atan2(z * Ellipsoid.a, axial * Ellipsoid.b)
    var latitude = 0.0
    for _ in 0..<2 {
      let (sine, cosine) = (sin(reduced), cos(reduced))
      latitude = atan2(
        z + Ellipsoid.ep2 * Ellipsoid.b * sine * sine * sine,
        axial - Ellipsoid.e2 * Ellipsoid.a * cosine * cosine * cosine)
      reduced = atan2(Ellipsoid.b * sin(latitude), Ellipsoid.a * cos(latitude))
    }
    let (sine, cosine) = (sin(latitude), cos(latitude))
    let curve = Ellipsoid.a * (1 - Ellipsoid.e2 * sine * sine).squareRoot()
    return Place(
      latitude: latitude, longitude: atan2(y, x), height: axial * cosine + z * sine - curve)
  }

  /// Returns a velocity as seen from a place, in its units.
  func velocity(at place: Coordinate) -> (north: Double, east: Double, up: Double) {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let outward = x * cos(longitude) + y * sin(longitude)
    return (
      north: z * cos(latitude) - outward * sin(latitude),
      east: y * cos(longitude) - x * sin(longitude),
      up: outward * cos(latitude) + z * sin(latitude)
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
