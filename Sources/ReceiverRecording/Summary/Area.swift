// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// The box of latitudes and longitudes that contains all fixes of a recording.
package struct Area {
  /// Degrees, north positive.
  package let latitudes: ClosedRange<Double>
  /// Degrees, east positive.
  ///
  /// Continued from where the box began: above 180 or below −180 if it crosses the antimeridian.
  package let longitudes: ClosedRange<Double>

  /// Creates a box that also contains one more fix.
  ///
  /// The longitude is continued from the box, so that crossing the antimeridian does not extend it around the Earth.
  init(_ area: Area?, _ fix: Fix) {
    guard let area else {
      latitudes = fix.latitude...fix.latitude
      longitudes = fix.longitude...fix.longitude
      return
    }
    var longitude = fix.longitude
    let middle = (area.longitudes.lowerBound + area.longitudes.upperBound) / 2
    if longitude - middle > 180 { longitude -= 360 }
    if longitude - middle < -180 { longitude += 360 }
    latitudes =
      min(area.latitudes.lowerBound, fix.latitude)...max(area.latitudes.upperBound, fix.latitude)
    longitudes =
      min(area.longitudes.lowerBound, longitude)...max(area.longitudes.upperBound, longitude)
  }

  /// Extent in meters, north to south and west to east; approximate, because it is computed on a sphere.
  package var size: (height: Double, width: Double) {
    let metersPerDegree = 111_195.0
    let middle = (latitudes.lowerBound + latitudes.upperBound) / 2
    return (
      (latitudes.upperBound - latitudes.lowerBound) * metersPerDegree,
      (longitudes.upperBound - longitudes.lowerBound) * metersPerDegree * cos(middle * .pi / 180)
    )
  }
}
