// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import Glibc

/// Makes fixes as inexact as a person wishes who grants reduced accuracy only.
///
/// Places are snapped to the middle of the cell of a grid that never moves, so that many fixes reveal no more
/// than one. There is a new one every 15 minutes of the receiver's time at most.
package struct ReducedAccuracy: Sendable {
  /// The height of a cell, degrees: 5 km.
  ///
  /// Its width is the same in meters, as far as whole cells go round the earth.
  static let step = 0.045
  /// From the middle of a cell to its corner, meters.
  package static let accuracy = 3600.0
  /// Nanoseconds between two fixes.
  static let interval: Int64 = 900_000_000_000

  /// The newest one; `nil` before the first.
  package private(set) var fix: Fix?

  package init() {}

  /// What an exact fix becomes; `nil` if that is no news, or it has no date.
  ///
  /// Only the cell, the time and whether the receiver simulates are left of it.
  package mutating func reduce(_ exact: Fix) -> Fix? {
    guard let now = exact.time.nanosecondsSince1970 else { return nil }
    if let last = fix?.time.nanosecondsSince1970, now >= last, now - last < Self.interval {
      return nil
    }
    let place = Self.snap(latitude: exact.latitude, longitude: exact.longitude)
    var reduced = Fix(time: exact.time, latitude: place.latitude, longitude: place.longitude)
    reduced.quality = exact.isSimulated ? exact.quality : nil
    reduced.horizontalAccuracy = Self.accuracy
    reduced.horizontalAccuracySource = .assumed
    fix = reduced
    return reduced
  }

  /// The middle of the cell in which a place lies.
  package static func snap(
    latitude: Double, longitude: Double
  ) -> (latitude: Double, longitude: Double) {
    let row = min((latitude / step).rounded(.down), 90 / step - 1)
    let middle = (row + 0.5) * step
    // As many cells as fit round this row.
    let count = max((360 * cos(middle * .pi / 180) / step).rounded(.down), 1)
    let width = 360 / count
    let column = min(((longitude + 180) / width).rounded(.down), count - 1)
    return (middle, (column + 0.5) * width - 180)
  }
}
