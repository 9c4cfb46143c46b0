// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// How much the geometry of the satellites dilutes the precision of a position.
///
/// The standard deviation in each direction for one meter of range error.
package struct SkyGeometry: Hashable, Sendable {
  package let east: Double
  package let north: Double
  /// Dilution of the altitude: VDOP.
  package let vertical: Double

  /// HDOP.
  package var horizontal: Double { hypot(east, north) }
  /// PDOP.
  package var position: Double { hypot(horizontal, vertical) }

  /// Creates the geometry of satellites in directions, degrees above the horizon and clockwise from true north.
  ///
  /// `nil` for fewer than four, or if they do not determine a position. The values come from the diagonal of (HᵀH)⁻¹,
  /// where a row of H is the unit vector to a satellite and 1 for the clock.
  package init?(_ directions: some Sequence<(elevation: Double, azimuth: Double)>) {
    var normal = [[Double]](repeating: [0, 0, 0, 0], count: 4)
    var count = 0
    for (elevation, azimuth) in directions {
      let (up, flat) = (sin(elevation.radians), cos(elevation.radians))
      let row = [flat * sin(azimuth.radians), flat * cos(azimuth.radians), up, 1]
      for i in 0..<4 { for j in 0..<4 { normal[i][j] += row[i] * row[j] } }
      count += 1
    }
    guard count >= 4, let inverse = Self.inverse(of: normal) else { return nil }
    guard (0..<3).allSatisfy({ inverse[$0][$0] > 0 }) else { return nil }
    east = sqrt(inverse[0][0])
    north = sqrt(inverse[1][1])
    vertical = sqrt(inverse[2][2])
  }

  /// Returns the inverse, by Gauss–Jordan elimination with pivots; `nil` if there is none.
  private static func inverse(of matrix: [[Double]]) -> [[Double]]? {
    let size = matrix.count
    var rows = matrix.enumerated().map { index, row in
      row + (0..<size).map { $0 == index ? 1.0 : 0.0 }
    }
    for column in 0..<size {
      guard
        let pivot = (column..<size).max(by: {
          rows[$0][column].magnitude < rows[$1][column].magnitude
        }), rows[pivot][column].magnitude > 1e-9
      else { return nil }
      rows.swapAt(column, pivot)
      let divisor = rows[column][column]
      rows[column] = rows[column].map { $0 / divisor }
      for row in 0..<size where row != column {
        let factor = rows[row][column]
        for index in 0..<(2 * size) { rows[row][index] -= factor * rows[column][index] }
      }
    }
    return rows.map { Array($0[size...]) }
  }
}
