// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The services that managers and streams start and stop.

import LinuxSystem
import LocationGeometry

extension EngineState {
  // MARK: Locations

  mutating func startUpdates(_ id: EngineClientID, at now: Duration, into effects: inout Effects) {
    post(clients[id]?.startUpdates(situation, at: now), into: &effects)
    implicitRequest.started(permission, at: now)
    noticeBackground(id, into: &effects)
  }

  mutating func requestLocation(_ id: EngineClientID, at now: Duration, into effects: inout Effects)
  {
    post(clients[id]?.requestLocation(situation, at: now), into: &effects)
    implicitRequest.started(permission, at: now)
    noticeBackground(id, into: &effects)
  }

  mutating func startSignificantChanges(
    _ id: EngineClientID, at now: Duration, into effects: inout Effects
  ) {
    waking.set(\.significantChanges, true)
    post(
      clients[id]?.startSignificantChanges(situation, waking.lastSignificantChange, at: now),
      into: &effects)
  }

  mutating func stopSignificantChanges(_ id: EngineClientID) {
    clients[id]?.stopSignificantChanges()
    waking.set(
      \.significantChanges, clients.states.contains { $0.significantChanges != nil })
  }

  mutating func setVisits(_ isOn: Bool, _ id: EngineClientID, into effects: inout Effects) {
    if isOn, !clients.states.contains(where: \.monitorsVisits) {
      visits = StayDetector(continuing: waking.stay)
    }
    post(clients[id]?.setVisits(isOn, situation.permission), into: &effects)
    waking.set(\.visits, clients.states.contains(where: \.monitorsVisits))
  }

  /// Logs why nothing is delivered although it is allowed.
  private mutating func noticeBackground(_ id: EngineClientID, into effects: inout Effects) {
    guard clients[id]?.waitsForUse(situation.permission) == true else { return }
    notice(
      "the application is not in use: locations wait until it is; allow it to use the location always "
        + "(gps authorize), or set CORELOCATION_IN_USE", into: &effects
    )
  }

  /// Refuses to defer updates, which cancels a request for one location.
  mutating func refuseDeferring(_ id: EngineClientID, into effects: inout Effects) {
    clients[id]?.cancelRequest()
    deliver(.deferringFailed, to: id, into: &effects)
  }

  // MARK: Streams and monitors

  mutating func startLiveUpdates(
    _ id: EngineClientID, _ activity: CLActivityType, at now: Duration, into effects: inout Effects
  ) {
    post(clients[id]?.startLiveUpdates(activity, situation, at: now), into: &effects)
  }

  mutating func watch(
    _ condition: any CLCondition, _ identifier: String, assuming state: CLMonitor.Event.State,
    _ id: EngineClientID, into effects: inout Effects
  ) {
    post(
      clients[id]?.watch(condition, identifier, assuming: state, situation.permission),
      into: &effects)
  }

  mutating func unwatch(_ identifier: String, _ id: EngineClientID) {
    clients[id]?.conditions?.circles.remove(identifier)
    waiting.dropHeld { delivery in
      guard delivery.client == id, case .condition(let event) = delivery.callback else {
        return false
      }
      return event.identifier == identifier
    }
  }

  mutating func refuse(
    _ identifier: String, _ id: EngineClientID, into effects: inout Effects,
    _ reason: (inout CLMonitor.Event) -> Void
  ) {
    post(clients[id].map { [$0.refusal(of: identifier, reason)] }, into: &effects)
  }

  // MARK: Time and demand

  mutating func elapse(to now: Duration, into effects: inout Effects) {
    if let attempt = waking.elapse(to: now) { effects.reading = attempt }
    elapseSource(to: now, into: &effects)
    answerStateRequests(at: now, into: &effects)
    for index in clients.indices { post(clients.states[index].elapse(to: now), into: &effects) }
  }

  /// When ``elapse(to:)`` has something to do; `nil` if it has nothing to do.
  var deadline: Duration? {
    let request = clients.states.reduce(nil) { earlier($0, $1.request?.deadline) }
    let stateRequest = stateRequests.map(\.deadline).min()
    return earlier(earlier(sourceDeadline, waking.deadline), earlier(request, stateRequest))
  }

  /// When ``elapseSource(to:)`` has something to do; `nil` if it has nothing to do.
  private var sourceDeadline: Duration? {
    earlier(
      situation.availability.deadline, earlier(compass.deadline, implicitRequest.deadline))
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
