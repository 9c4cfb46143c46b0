// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The services that managers and streams start and stop.

import LinuxSystem
import LocationGeometry

extension EngineState {
  // MARK: Locations

  mutating func startUpdates(_ id: EngineClientID, at now: Duration) {
    post(clients[id]?.startUpdates(situation, at: now))
    implicitRequest.started(permission, at: now)
    noticeBackground(id)
  }

  mutating func requestLocation(_ id: EngineClientID, at now: Duration) {
    post(clients[id]?.requestLocation(situation, at: now))
    implicitRequest.started(permission, at: now)
    noticeBackground(id)
  }

  mutating func startSignificantChanges(_ id: EngineClientID, at now: Duration) {
    waking.services.significantChanges = true
    post(clients[id]?.startSignificantChanges(situation, waking.lastSignificantChange, at: now))
  }

  mutating func stopSignificantChanges(_ id: EngineClientID) {
    clients[id]?.stopSignificantChanges()
    waking.services.significantChanges = clients.states.contains { $0.significantChanges != nil }
  }

  mutating func setVisits(_ isOn: Bool, _ id: EngineClientID) {
    if isOn, !clients.states.contains(where: \.monitorsVisits) {
      visits = StayDetector(continuing: waking.stay)
    }
    post(clients[id]?.setVisits(isOn, situation.permission))
    waking.services.visits = clients.states.contains(where: \.monitorsVisits)
  }

  /// Logs why nothing is delivered although it is allowed.
  private mutating func noticeBackground(_ id: EngineClientID) {
    guard clients[id]?.waitsForUse(situation.permission) == true else { return }
    notice(
      "the application is not in use: locations wait until it is; allow it to use the location always "
        + "(gps authorize), or set CORELOCATION_IN_USE"
    )
  }

  /// Refuses to defer updates, which cancels a request for one location.
  mutating func refuseDeferring(_ id: EngineClientID) {
    clients[id]?.cancelRequest()
    deliver(.deferringFailed, to: id)
  }

  // MARK: Streams and monitors

  mutating func startLiveUpdates(
    _ id: EngineClientID, _ activity: CLActivityType, at now: Duration
  ) {
    post(clients[id]?.startLiveUpdates(activity, situation, at: now))
  }

  mutating func watch(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
    _ id: EngineClientID
  ) {
    post(clients[id]?.watch(condition, identifier, assuming: state, situation.permission))
  }

  mutating func unwatch(_ identifier: String, _ id: EngineClientID) {
    clients[id]?.conditions?.circles.remove(identifier)
    dropHeld { delivery in
      guard delivery.client == id, case .condition(let event) = delivery.callback else {
        return false
      }
      return event.identifier == identifier
    }
  }

  mutating func refuse(
    _ identifier: String, _ id: EngineClientID, _ reason: (inout CLMonitor.Event) -> Void
  ) {
    post(clients[id].map { [$0.refusal(of: identifier, reason)] })
  }

  // MARK: Time and demand

  mutating func elapse(to now: Duration) {
    elapseSource(to: now)
    answerStateRequests(at: now)
    for index in clients.indices { post(clients.states[index].elapse(to: now)) }
  }

  /// When ``elapse(to:)`` has something to do; `nil` if it has nothing to do.
  var deadline: Duration? {
    let request = clients.states.reduce(nil) { earlier($0, $1.request?.deadline) }
    let stateRequest = stateRequests.map(\.deadline).min()
    return earlier(sourceDeadline, earlier(request, stateRequest))
  }

  var demand: EngineDemand {
    EngineDemand(
      use: permission.isAuthorized ? use : [], needsSource: needsReceiver,
      showsIndicator: showsIndicator, deadline: deadline)
  }

  var needsReceiver: Bool { !use.isEmpty }

  /// The services for which the receiver is used now, as far as that is permitted, whatever the source allows.
  private var use: ServiceSet {
    let granted = permissionSources.granted
    var use: ServiceSet = clients.states.reduce([]) { $0.union($1.use(granted)) }
    if !regions.isEmpty && !clients.isEmpty || !stateRequests.isEmpty, granted.allowsEvents {
      use.insert(.regions)
    }
    return use
  }

  /// Whether the application may know where the device is now: headings keep the receiver on even if it may not.
  var mayKnowLocation: Bool {
    permission.allowsEvents && !permission.awaitsAlways
      || permission.isAuthorized && clients.states.contains(where: \.isContinued)
  }

  private var showsIndicator: Bool {
    !permission.isInUse
      && (permission.status == .authorizedWhenInUse || permission.needsConfirmation
        || clients.states.contains { $0.settings.showsBackgroundLocationIndicator })
  }
}
