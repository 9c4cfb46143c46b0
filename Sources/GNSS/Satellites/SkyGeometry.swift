// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// How the directions of the satellites used magnify errors of range: dilutions of precision along each axis.
///
/// They are the roots of the diagonal of (AᵀA)⁻¹. Each satellite is a row of A: the unit vector towards it, east, north
/// and up, and 1 for the receiver's clock. gpsd computes them in the same way.
package struct SkyGeometry: Hashable, Sendable {
  package let east, north, vertical, time: Double

  package var horizontal: Double { hypot(east, north) }
  package var position: Double { hypot(horizontal, vertical) }
  package var geometric: Double { hypot(position, time) }

  /// - Returns: `nil` unless the directions of all satellites used are known, and determine a position and the time.
  package init?(_ sky: SatellitesInView) {
    var rows: [SatelliteID: SIMD4<Double>] = [:]
    for element in sky.satellites where sky.used.contains(element.satellite) {
      guard let elevation = element.elevation, let azimuth = element.azimuth else { continue }
      let (up, around) = (Double(elevation) * .pi / 180, Double(azimuth) * .pi / 180)
      rows[element.satellite] = SIMD4(sin(around) * cos(up), cos(around) * cos(up), sin(up), 1)
    }
    guard rows.count == sky.used.count else { return nil }
    // AᵀA with the unit matrix beside it, which becomes the inverse (Gauss-Jordan).
    var matrix = (0..<4).map { line in
      var sum = SIMD8<Double>.zero
      for row in rows.values { sum.lowHalf += row[line] * row }
      sum[4 + line] = 1
      return sum
    }
    for pivot in 0..<4 {
      guard matrix[pivot][pivot] > 1e-6 else { return nil }
      matrix[pivot] /= matrix[pivot][pivot]
      for line in 0..<4 where line != pivot { matrix[line] -= matrix[line][pivot] * matrix[pivot] }
    }
    (east, north) = (matrix[0][4].squareRoot(), matrix[1][5].squareRoot())
    (vertical, time) = (matrix[2][6].squareRoot(), matrix[3][7].squareRoot())
  }
}
