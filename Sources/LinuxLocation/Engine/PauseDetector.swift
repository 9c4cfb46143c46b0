// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A detector of stays that are long enough for updates to pause, and of their ends.
///
/// It goes by the times of the fixes, so that a recording replayed faster pauses at the same place.
struct PauseDetector: Sendable {
  /// Where the device is, and since when.
  private var anchor: (coordinate: CLLocationCoordinate2D, since: Date)?
  private(set) var isPaused = false

  enum Change { case pause, resume }

  /// The distance from a place that still counts as staying, meters; the location's accuracy if that is worse.
  static let radius: CLLocationDistance = 30

  /// Returns the time in one place after which updates of this kind pause, seconds; infinite if they never do.
  static func patience(_ activity: CLActivityType) -> TimeInterval {
    switch activity {
    case .fitness: 300
    case .automotiveNavigation: 600
    case .other: 900
    case .otherNavigation, .airborne: 1800
    // A boat at anchor swings within the radius, and whether the anchor drags is what its crew wants to know.
    case .maritime: .infinity
    }
  }

  mutating func received(_ location: CLLocation, activity: CLActivityType) -> Change? {
    var anchor = self.anchor ?? (location.coordinate, location.timestamp)
    // A clock that was set back says nothing about the place.
    anchor.since = min(anchor.since, location.timestamp)
    self.anchor = anchor
    let reach = max(Self.radius, location.horizontalAccuracy)
    if location.coordinate.distance(from: anchor.coordinate) > reach {
      self.anchor = (location.coordinate, location.timestamp)
      defer { isPaused = false }
      return isPaused ? .resume : nil
    }
    guard !isPaused,
      location.timestamp.timeIntervalSince(anchor.since) >= Self.patience(activity)
    else { return nil }
    isPaused = true
    return .pause
  }
}
