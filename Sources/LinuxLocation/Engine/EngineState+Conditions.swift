// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Monitors of conditions, and whoever follows the permission.

import Foundation

extension EngineState {
  // MARK: Conditions

  /// Watches a condition from now on, and tells at once what stands in the way of that.
  mutating func watch(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
    _ id: ClientID
  ) {
    clients[id]?.conditions?.remove(identifier)
    if let circle = condition as? CLMonitor.CircularGeographicCondition,
      clients[id]?.conditions?.add(circle, identifier, assuming: state) == true
    {
      let diagnostics = UpdateDiagnostics(permission, mayBeTold: permission.allowsLiveUpdates)
      clients[id]?.conditions?.told = diagnostics
      guard diagnostics != UpdateDiagnostics() else { return }
      return refuse(identifier, id) { $0.diagnostics = diagnostics }
    }
    refuse(identifier, id) { $0.conditionUnsupported = true }
  }

  /// Tells that a condition is not watched.
  mutating func refuse(
    _ identifier: String, _ id: ClientID, _ reason: (inout CLMonitor.Event) -> Void
  ) {
    var event = CLMonitor.Event(identifier, .unmonitored, Date())
    reason(&event)
    deliver(.condition(event), to: id)
  }

  mutating func noteConditions(_ location: CLLocation) {
    guard permission.allowsLiveUpdates else { return }
    for id in clientsInOrder {
      guard var conditions = clients[id]?.conditions else { continue }
      let events = conditions.note(location)
      clients[id]?.conditions = conditions
      for event in events { deliver(.condition(event), to: id) }
    }
  }

  /// Tells a monitor that its conditions are not watched any more, and why.
  mutating func tellConditions(_ id: ClientID) {
    guard var conditions = clients[id]?.conditions else { return }
    let diagnostics = UpdateDiagnostics(permission, mayBeTold: permission.allowsLiveUpdates)
    guard diagnostics != conditions.told else { return }
    conditions.told = diagnostics
    clients[id]?.conditions = conditions
    guard diagnostics != UpdateDiagnostics() else { return }
    for identifier in conditions.identifiers {
      refuse(identifier, id) { $0.diagnostics = diagnostics }
    }
  }

  // MARK: Permission

  /// A permission as the authorizer tells it.
  mutating func authorizationChanged(to authorized: Permission, at now: Duration) {
    self.authorized = authorized
    renewPermission(at: now)
  }

  mutating func beginBackgroundActivity(_ id: ClientID, at now: Duration) {
    clients[id]?.keepsInUse = permission.isInUse
    clients[id]?.isActivity = true
    renewPermission(at: now)
  }

  mutating func endBackgroundActivity(_ id: ClientID, at now: Duration) {
    clients[id]?.keepsInUse = false
    clients[id]?.isActivity = false
    renewPermission(at: now)
  }

  /// What is authorized, and the application in use if an activity keeps it so.
  private mutating func renewPermission(at now: Duration) {
    var permission = authorized
    for id in clients.keys where clients[id]?.isActivity == true {
      // Made in the background, it counts from when the application is in use.
      if authorized.isInUse { clients[id]?.keepsInUse = true }
      if clients[id]?.keepsInUse == true { permission.isInUse = true }
    }
    permissionChanged(to: permission, at: now)
  }
}
