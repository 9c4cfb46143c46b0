// Core Location for Linux. SPDX-License-Identifier: MIT

/// Lets a location pass when it is far enough from the last one that did.
struct DistanceFilter: Sendable {
  private var last: CLLocationCoordinate2D?

  /// - Parameter distance: meters; not positive lets everything pass.
  mutating func passes(_ location: CLLocation, distance: CLLocationDistance) -> Bool {
    if distance > 0, let last, location.coordinate.distance(from: last) < distance { return false }
    last = location.coordinate
    return true
  }
}
