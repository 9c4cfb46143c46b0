// Core Location for Linux. SPDX-License-Identifier: MIT

/// The circles of one monitor, and the state of each.
struct ConditionMonitor: Sendable {
  private var trackers: [String: RegionTracker] = [:]
  /// Whether the circles are stored between launches.
  let persists: Bool
  /// The diagnostics that were last reported.
  var reported = UpdateDiagnostics()

  init(persists: Bool) { self.persists = persists }

  var isEmpty: Bool { trackers.isEmpty }
  var identifiers: [String] { trackers.keys.sorted() }

  /// Watches a circle; returns false if the circle is invalid.
  mutating func add(
    _ circle: CLMonitor.CircularGeographicCondition, _ identifier: String,
    assuming state: CLMonitor.Event.State
  ) -> Bool {
    trackers[identifier] = nil
    guard CLLocationCoordinate2DIsValid(circle.center), circle.radius > 0 else { return false }
    let assumed: CLRegionState =
      switch state {
      case .satisfied: .inside
      case .unsatisfied: .outside
      case .unknown, .unmonitored: .unknown
      }
    trackers[identifier] = RegionTracker(
      center: circle.center, radius: min(circle.radius, RegionMonitor.greatestRadius),
      state: assumed)
    return true
  }

  mutating func remove(_ identifier: String) { trackers[identifier] = nil }

  /// Forgets the state of every circle, because it was reported as not watched.
  mutating func forgetStates() {
    trackers = trackers.mapValues { RegionTracker(center: $0.center, radius: $0.radius) }
  }

  /// Processes a fix, and returns the events of the conditions that it changes.
  ///
  /// - Parameter isHeld: whether the events wait for the person's answer.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> [CLMonitor.Event] {
    var events: [CLMonitor.Event] = []
    for identifier in identifiers {
      guard var tracker = trackers[identifier] else { continue }
      let hasChanged = tracker.received(location, isHeld: isHeld)
      trackers[identifier] = tracker
      guard hasChanged else { continue }
      var event = CLMonitor.Event(
        identifier, tracker.state == .inside ? .satisfied : .unsatisfied, location.timestamp)
      event.persistenceUnavailable = !persists
      events.append(event)
    }
    return events
  }

  /// Keeps or undoes the changes whose events waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) {
    for identifier in trackers.keys { trackers[identifier]?.settleHeld(isAllowed) }
  }
}
