// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import LocationGeometry
package import TrackStore

package struct WatchedRegion: Hashable, Sendable {
  /// The name that the other side is told.
  package let name: String
  package let circle: Circle
  /// Whether the last fix was in the region; `nil` before the first fix.
  package private(set) var isInside: Bool?

  /// Meters beyond the edge at which a region counts as left, or the accuracy of the fix if that is larger.
  ///
  /// At the edge itself, a region would be left and entered with every fix.
  static let margin = 20.0

  package init(name: String, circle: Circle) {
    (self.name, self.circle) = (name, circle)
  }

  /// Processes a fix, and returns whether the region was entered or left; `nil` if neither, and for the first fix.
  package mutating func received(_ fix: Fix) -> PositionReport.Occasion? {
    let distance = circle.distance(to: fix)
    let before = isInside
    if distance <= circle.radius {
      isInside = true
    } else if before == nil
      || distance > circle.radius + max(Self.margin, fix.horizontalAccuracy ?? 0)
    {
      isInside = false
    }
    guard let before, let isInside, before != isInside else { return nil }
    return isInside ? .entered(region: name) : .left(region: name)
  }
}
