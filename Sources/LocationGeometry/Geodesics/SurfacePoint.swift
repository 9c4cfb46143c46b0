// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A place on the ellipsoid as a vector, for repeated computation of its distance from lines.
package struct SurfacePoint: Sendable {
  /// Meters from the center of the Earth.
  private let position: SIMD3<Double>
  /// The unit vector that points up.
  private let normal: SIMD3<Double>

  /// Creates a place from degrees, north and east positive.
  package init(latitude: Double, longitude: Double) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    normal = SIMD3(.cosine(phi) * .cosine(lambda), .cosine(phi) * .sine(lambda), .sine(phi))
    position = Ellipsoid.primeVerticalRadius(at: phi) * normal * SIMD3(1, 1, 1 - Ellipsoid.e2)
  }

  /// Returns the distance in meters to the nearest point of the shortest path between two places.
  ///
  /// Projected from the center of the Earth to the plane that touches it at this point, that path is a straight line:
  /// within a thousandth of the geodesic distance up to 100 km away and for paths of up to 500 km. If an end is beyond
  /// the horizon of that plane, a quarter of the Earth away, the result is the straight distance to the nearer end.
  package func distance(toLineFrom start: SurfacePoint, to end: SurfacePoint) -> Double {
    let height = dot(position, normal)
    let (first, second) = (dot(start.position, normal), dot(end.position, normal))
    guard first > 0, second > 0 else {
      return min(length(start.position - position), length(end.position - position))
    }
    let from = start.position * (height / first) - position
    let way = end.position * (height / second) - position - from
    let squared = dot(way, way)
    let part = squared > 0 ? min(max(-dot(from, way) / squared, 0), 1) : 0
    return length(from + way * part)
  }

  private func dot(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double { (left * right).sum() }

  private func length(_ vector: SIMD3<Double>) -> Double { dot(vector, vector).squareRoot() }
}
