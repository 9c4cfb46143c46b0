// Core Location for Linux. SPDX-License-Identifier: MIT

struct ConditionMonitor: Sendable {
  var circles = RegionMonitor()
  /// Whether the circles are stored between launches.
  let persists: Bool
  var reported = UpdateDiagnostics()

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

  /// Processes a fix, and returns the events of the conditions that it changes.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> [CLMonitor.Event] {
    circles.received(location, isHeld: isHeld).map { [persists] change in
      CLMonitor.Event(
        identifier: change.region.identifier,
        state: change.state == .inside ? .satisfied : .unsatisfied, date: location.timestamp,
        persistenceUnavailable: !persists)
    }
  }
}
