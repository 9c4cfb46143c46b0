// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Streams of locations, and monitors of conditions.

import Foundation

extension ClientState {
  // MARK: Streams of locations

  mutating func startLiveUpdates(
    _ activity: CLActivityType, _ situation: Situation, at now: Duration
  ) -> [Delivery] {
    live = LiveUpdates(activity: activity)
    let deliveries = diagnosticsChanged(situation)
    guard let fresh = freshLocation(situation, at: now) else { return deliveries }
    return deliveries + receivedLive(fresh.location, situation)
  }

  /// Reports the conditions that prevent or limit a stream's locations, if they have changed.
  mutating func diagnosticsChanged(_ situation: Situation) -> [Delivery] {
    guard let live else { return [] }
    let diagnostics = situation.diagnostics
    guard diagnostics != live.reported else { return [] }
    self.live?.reported = diagnostics
    self.live?.last = nil
    // If locations can come, the next event reports that nothing prevents them any longer.
    var obstacles = diagnostics
    obstacles.accuracyLimited = false
    guard obstacles != UpdateDiagnostics() else { return [] }
    return [delivery(.update(CLLocationUpdate(diagnostics: diagnostics)))]
  }

  mutating func receivedLive(_ location: CLLocation, _ situation: Situation) -> [Delivery] {
    guard var live, situation.permission.allowsEvents, !situation.permission.lacksSession else {
      return []
    }
    live.last = location
    let change = live.pauses.received(location, activity: live.activity)
    live.reported = UpdateDiagnostics(situation.permission)
    self.live = live
    if live.pauses.isPaused, change != .pause { return [] }
    let update = CLLocationUpdate(
      location: location, stationary: change == .pause, diagnostics: live.reported)
    return [delivery(.update(update))]
  }

  // MARK: Conditions

  /// Starts watching a condition, and reports immediately if something prevents that.
  mutating func watch(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
    _ permission: Permission
  ) -> [Delivery] {
    conditions?.circles.remove(identifier)
    let obstacles = obstacles(permission)
    let isWatched = obstacles == UpdateDiagnostics()
    guard let circle = condition as? CLMonitor.CircularGeographicCondition,
      conditions?.add(circle, identifier, assuming: isWatched ? state : .unknown) == true
    else { return [refusal(of: identifier) { $0.conditionUnsupported = true }] }
    conditions?.reported = obstacles
    return isWatched ? [] : [refusal(of: identifier) { $0.diagnostics = obstacles }]
  }

  /// Returns what keeps conditions from being watched; a question about something else does not.
  private func obstacles(_ permission: Permission) -> UpdateDiagnostics {
    permission.allowsCrossings && !permission.lacksSession
      ? UpdateDiagnostics() : UpdateDiagnostics(permission)
  }

  func refusal(of identifier: String, _ reason: (inout CLMonitor.Event) -> Void) -> Delivery {
    var event = CLMonitor.Event(identifier: identifier, state: .unmonitored, date: Date())
    reason(&event)
    return delivery(.condition(event))
  }

  mutating func receivedForConditions(_ location: CLLocation, isHeld: Bool) -> [Delivery] {
    (conditions?.received(location, isHeld: isHeld) ?? []).map { delivery(.condition($0)) }
  }

  /// Reports that conditions are no longer watched, and why; once they are again, the state of each is an event.
  mutating func conditionsChanged(_ situation: Situation) -> [Delivery] {
    guard let conditions else { return [] }
    let obstacles = obstacles(situation.permission)
    guard obstacles != conditions.reported else { return [] }
    self.conditions?.reported = obstacles
    guard obstacles != UpdateDiagnostics() else { return [] }
    self.conditions?.circles.forgetStates()
    return conditions.circles.regions.map {
      refusal(of: $0.identifier) { $0.diagnostics = obstacles }
    }
  }
}

struct LiveUpdates: Sendable {
  let activity: CLActivityType
  var pauses = PauseDetector()
  /// The last location that was processed since there were other diagnostics.
  var last: CLLocation?
  var reported = UpdateDiagnostics()
}
