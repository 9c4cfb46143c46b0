// Core Location for Linux. SPDX-License-Identifier: MIT

/// The circles of one monitor, and the state of each.
struct ConditionMonitor: Sendable {
  private(set) var circles = RegionMonitor()
  /// Whether the circles are stored between launches.
  let persists: Bool
  var reported = UpdateDiagnostics()

  init(persists: Bool) { self.persists = persists }

  var isEmpty: Bool { circles.isEmpty }

  /// Watches a circle; returns false if the circle is invalid.
  mutating func add(
    _ circle: CLMonitor.CircularGeographicCondition, _ identifier: String,
    assuming state: CLMonitor.Event.State
  ) -> Bool {
    let assumed: CLRegionState =
      switch state {
      case .satisfied: .inside
      case .unsatisfied: .outside
      case .unknown, .unmonitored: .unknown
      }
    let region = CircularRegion(
      identifier: identifier, center: circle.center, radius: circle.radius)
    return circles.add(region, state: assumed) == nil
  }

  mutating func remove(_ identifier: String) { circles.remove(identifier) }

  /// Forgets the state of every circle, because it was reported as not watched.
  mutating func forgetStates() { circles.forgetStates() }

  /// Processes a fix, and returns the events of the conditions that it changes.
  ///
  /// - Parameter isHeld: whether the events wait for the person's answer.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> [CLMonitor.Event] {
    circles.received(location, isHeld: isHeld).map { [persists] change in
      var event = CLMonitor.Event(
        change.region.identifier, change.state == .inside ? .satisfied : .unsatisfied,
        location.timestamp)
      event.persistenceUnavailable = !persists
      return event
    }
  }

  /// Keeps or undoes the changes whose events waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) { circles.settleHeld(isAllowed) }
}
