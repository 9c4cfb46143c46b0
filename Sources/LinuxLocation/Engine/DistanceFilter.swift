// Core Location for Linux. SPDX-License-Identifier: MIT

/// A filter that passes a location if it is far enough from the last one that passed.
struct DistanceFilter: Sendable {
  private var last: CLLocationCoordinate2D?

  /// - Parameter distance: meters; everything passes if it is not positive.
  mutating func passes(_ location: CLLocation, distance: CLLocationDistance) -> Bool {
    if distance > 0, let last, location.coordinate.distance(from: last) < distance { return false }
    last = location.coordinate
    return true
  }
}
