// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationGeometry

/// The side of a region's edge on which the device is, in Core Location's terms, and what the application knows of it.
struct RegionTracker: Sendable {
  private var circle: CircleTracker
  /// The state that the application knows, while the present one waits for the person's answer.
  private var knownState: CLRegionState?

  var state: CLRegionState { CLRegionState(circle.side) }

  init(center: CLLocationCoordinate2D, radius: CLLocationDistance, state: CLRegionState = .unknown)
  {
    circle = CircleTracker(
      latitude: center.latitude, longitude: center.longitude, radius: radius, side: state.side)
  }

  /// Processes a fix, and returns whether it changes the state.
  ///
  /// - Parameter isHeld: whether the application learns of a change only if the person allows that.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> Bool {
    let before = state
    guard received(location) else { return false }
    knownState = isHeld ? knownState ?? before : nil
    return true
  }

  /// Returns the state at a location: near the edge, the one that counts.
  func state(at location: CLLocation) -> CLRegionState {
    CLRegionState(
      circle.side(
        latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
        accuracy: location.knownAccuracy))
  }

  /// Whether a change waits for the person's answer.
  var isHeld: Bool { knownState != nil }

  /// Keeps or undoes the change that waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) {
    if !isAllowed, let knownState { circle.settle(on: knownState.side) }
    knownState = nil
  }

  /// Processes a fix, and returns whether it changes the state.
  mutating func received(_ location: CLLocation) -> Bool {
    circle.received(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSinceReferenceDate)
  }
}

extension CLRegionState {
  init(_ side: CircleTracker.Side?) {
    self =
      switch side {
      case .inside: .inside
      case .outside: .outside
      case nil: .unknown
      }
  }

  /// The side of the edge; `nil` if it is unknown.
  var side: CircleTracker.Side? {
    switch self {
    case .inside: .inside
    case .outside: .outside
    case .unknown: nil
    }
  }
}
