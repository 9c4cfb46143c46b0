// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A filter that passes a location if it is 500 m from, and 5 minutes after, the last one that passed.
///
/// It goes by the times of the fixes.
struct SignificantChangeFilter: Sendable {
  static let distance: CLLocationDistance = 500
  static let interval: TimeInterval = 300

  private var last: (coordinate: CLLocationCoordinate2D, time: Date)?

  /// Returns whether a location passes.
  ///
  /// - Parameter isReduced: whether it is inexact because the person wants it to be, and not because the receiver sees too
  ///   little of the sky. Only in the latter case does an accuracy worse than the distance say nothing about a change.
  mutating func passes(_ location: CLLocation, isReduced: Bool = false) -> Bool {
    guard isReduced || location.horizontalAccuracy <= Self.distance else { return false }
    if let last {
      let elapsed = location.timestamp.timeIntervalSince(last.time)
      // A clock that was set back says nothing about the time that has passed.
      guard elapsed >= Self.interval || elapsed < 0 else { return false }
      guard location.coordinate.distance(from: last.coordinate) >= Self.distance else {
        return false
      }
    }
    last = (location.coordinate, location.timestamp)
    return true
  }
}
