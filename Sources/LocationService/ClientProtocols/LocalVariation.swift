// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
package import GNSS

/// The magnetic variation where a receiver is, by the World Magnetic Model.
///
/// It is computed again after some kilometers, in which it changes by less than the tenth of a degree that gpsd reports.
package struct LocalVariation: Sendable {
  private struct Cell: Hashable {
    let row, column, month: Int
  }

  private var cell: Cell?
  /// Degrees, east positive; `nil` without a date, outside the model's years, and where compasses fail.
  package private(set) var degrees: Double?

  package init() {}

  package mutating func update(for fix: Fix) {
    guard let time = fix.time?.nanosecondsSince1970 else {
      (cell, degrees) = (nil, nil)
      return
    }
    let year = WorldMagneticModel.year(secondsSince1970: Double(time) / 1e9)
    let here = Cell(
      row: Int(fix.latitude * 20), column: Int(fix.longitude * 20), month: Int(year * 12))
    guard here != cell else { return }
    cell = here
    let declination = WorldMagneticModel.declination(
      latitude: fix.latitude, longitude: fix.longitude, altitude: fix.ellipsoidalAltitude ?? 0,
      year: year)
    degrees = declination?.degrees
  }
}
