// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// Lets a location pass when it is 500 m from the last one that did, and that is 5 minutes ago.
///
/// By the times of the fixes. One whose accuracy is worse than the distance says nothing of a change.
struct SignificantChangeFilter: Sendable {
  static let distance: CLLocationDistance = 500
  static let interval: TimeInterval = 300

  private var last: (coordinate: CLLocationCoordinate2D, time: Date)?

  mutating func passes(_ location: CLLocation) -> Bool {
    guard location.horizontalAccuracy <= Self.distance else { return false }
    if let last {
      let elapsed = location.timestamp.timeIntervalSince(last.time)
      // A clock that was set back tells nothing of the time that has passed.
      guard elapsed >= Self.interval || elapsed < 0 else { return false }
      guard location.coordinate.distance(from: last.coordinate) >= Self.distance else {
        return false
      }
    }
    last = (location.coordinate, location.timestamp)
    return true
  }
}
