// Core Location for Linux. SPDX-License-Identifier: MIT

/// How the directions of the satellites used magnify errors of range: dilutions of precision along each axis.
///
/// They are the roots of the diagonal of (AᵀA)⁻¹. Each satellite is a row of A: the unit vector towards it, east, north
/// and up, and 1 for the receiver's clock. gpsd computes them in the same way.
package struct SkyGeometry: Hashable, Sendable {
  package let east, north, vertical, time: Double

  package var horizontal: Double { .hypotenuse(east, north) }
  package var position: Double { .hypotenuse(horizontal, vertical) }
  package var geometric: Double { .hypotenuse(position, time) }

  /// - Returns: `nil` unless the directions of all satellites used are known, and determine a position and the time.
  package init?(_ sky: SatellitesInView) {
    var directions: [SatelliteID: (elevation: Double, azimuth: Double)] = [:]
    for element in sky.satellites where sky.used.contains(element.satellite) {
      guard let elevation = element.elevation, let azimuth = element.azimuth else { continue }
      directions[element.satellite] = (Double(elevation), Double(azimuth))
    }
    guard directions.count == sky.used.count else { return nil }
    self.init(directions.values)
  }

  /// - Parameter directions: degrees above the horizon, and clockwise from true north.
  /// - Returns: `nil` unless they determine a position and the time.
  package init?(_ directions: some Sequence<(elevation: Double, azimuth: Double)>) {
    let rows = directions.map { direction in
      let (up, around) = (direction.elevation * .pi / 180, direction.azimuth * .pi / 180)
      return SIMD4(.sine(around) * .cosine(up), .cosine(around) * .cosine(up), .sine(up), 1)
    }
    // AᵀA with the unit matrix beside it, which becomes the inverse (Gauss-Jordan).
    var matrix = (0..<4).map { line in
      var sum = SIMD8<Double>.zero
      for row in rows { sum.lowHalf += row[line] * row }
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
