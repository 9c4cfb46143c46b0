// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// All places within a radius of a center.
package struct Circle: Hashable, Sendable {
  /// Degrees north, −90…90, and east, −180…180.
  package var latitude: Double
  package var longitude: Double
  /// Meters, more than 0.
  package var radius: Double

  package init(latitude: Double, longitude: Double, radius: Double) {
    (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
  }

  /// Returns the distance from the center to a fix, meters.
  package func distance(to fix: Fix) -> Double {
    fix.distance(toLatitude: latitude, longitude: longitude)
  }

  /// Returns whether a fix may lie in the circle, given its accuracy.
  package func mayContain(_ fix: Fix) -> Bool {
    distance(to: fix) <= radius + (fix.horizontalAccuracy ?? 0)
  }
}
