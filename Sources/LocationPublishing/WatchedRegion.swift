// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// A region with a name, and whether the last fix was in it.
package struct WatchedRegion: Hashable, Sendable {
  /// What the other side is told.
  package let name: String
  package let circle: Circle
  /// `nil` before the first fix.
  package private(set) var isInside: Bool?

  /// Meters beyond the edge at which a region has been left, if the fix is as accurate as that: on the edge itself it
  /// would be left and entered with every fix.
  static let margin = 20.0

  package init(name: String, circle: Circle) {
    self.name = name
    self.circle = circle
  }

  /// Takes a fix; whether the region was entered or left with it, and not with the first.
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
