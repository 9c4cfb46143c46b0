// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A place on the ellipsoid as a vector, for those who ask again and again how far it is from lines.
package struct SurfacePoint: Sendable {
  /// Meters from the center of the Earth.
  private let position: SIMD3<Double>
  /// Upward, of length one.
  private let normal: SIMD3<Double>

  /// A place in degrees, north and east positive.
  package init(latitude: Double, longitude: Double) {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    normal = SIMD3(cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
    let radius = Ellipsoid.a / (1 - Ellipsoid.e2 * normal.z * normal.z).squareRoot()
    position = radius * normal * SIMD3(1, 1, 1 - Ellipsoid.e2)
  }

  /// Meters to the nearest point of the shortest way between two places.
  ///
  /// Seen from the center of the Earth on the plane that touches it here, that way is a straight line: within a
  /// thousandth of the geodesic distance up to 100 km away and for ways of up to 500 km. Where an end is beyond the
  /// horizon of that plane, a quarter of the Earth away, the answer is the straight distance to the nearer end.
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
