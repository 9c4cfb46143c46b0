// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A place and everything around it.
package struct Circle: Hashable, Sendable {
  /// Degrees north, −90…90, and east, −180…180.
  package var latitude: Double
  package var longitude: Double
  /// Meters, more than 0.
  package var radius: Double

  package init(latitude: Double, longitude: Double, radius: Double) {
    (self.latitude, self.longitude, self.radius) = (latitude, longitude, radius)
  }

  /// Meters from the center to a fix.
  package func distance(to fix: Fix) -> Double {
    fix.distance(toLatitude: latitude, longitude: longitude)
  }

  /// Whether a fix may lie in it, as accurate as it is.
  package func mayContain(_ fix: Fix) -> Bool {
    distance(to: fix) <= radius + (fix.horizontalAccuracy ?? 0)
  }
}
