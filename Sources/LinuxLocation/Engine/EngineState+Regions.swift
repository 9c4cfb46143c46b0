// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Regions, which all managers of an application share.

extension EngineState {
  mutating func startMonitoring(
    _ region: RequestedRegion, by id: EngineClientID, into effects: inout Effects
  ) {
    switch region {
    case .circle(let circle): startMonitoring(circle, by: id, into: &effects)
    case .beacons, .other:
      deliver(.monitoringFailed(region, .regionMonitoringFailure), to: id, into: &effects)
    }
  }

  private mutating func startMonitoring(
    _ wanted: CircularRegion, by id: EngineClientID, into effects: inout Effects
  ) {
    if permission.status == .notDetermined {
      waitingRegions.removeAll { $0.region.identifier == wanted.identifier }
      return waitingRegions.append((wanted, id))
    }
    // In the background, the region waits and reports nothing until the application is in use.
    let mayMonitor = permission.isAuthorized && situation.isExact
    let failure: CLError.Code? =
      !mayMonitor
      ? .regionMonitoringDenied
      : wanted.identifier.isEmpty ? .regionMonitoringFailure : regions.add(wanted)
    if let code = failure {
      return deliver(.monitoringFailed(.circle(wanted), code), to: id, into: &effects)
    }
    guard let kept = regions.region(wanted.identifier) else { return }
    deliver(.monitoringStarted(kept), to: id, into: &effects)
  }

  mutating func startWaitingRegions(into effects: inout Effects) {
    let waiting = waitingRegions
    waitingRegions.removeAll()
    for (region, id) in waiting { startMonitoring(region, by: id, into: &effects) }
  }

  mutating func stopMonitoring(_ identifier: String, into effects: inout Effects) {
    regions.remove(identifier)
    effects.discarded += waking.forget(region: identifier)
    waiting.dropHeld { $0.run?.service == .region(identifier) }
    waitingRegions.removeAll { $0.region.identifier == identifier }
  }

  /// The regions that are monitored, or will be once that is allowed.
  var monitoredRegions: [CircularRegion] { regions.regions + waitingRegions.map(\.region) }

  /// Reports whether the device is inside a region, monitored or not, once that is known, and within 2 s.
  mutating func requestState(
    of wanted: CircularRegion, for id: EngineClientID, at now: Duration, into effects: inout Effects
  ) {
    let state = state(of: wanted, at: now)
    if state == .unknown, permission.allowsCrossings {
      stateRequests.append(StateRequest(region: wanted, client: id, deadline: now + .seconds(2)))
    } else {
      deliver(.state(state, wanted), to: id, into: &effects)
    }
  }

  /// Answers the requests whose answer is known, or whose time is up.
  mutating func answerStateRequests(at now: Duration, into effects: inout Effects) {
    let requests = stateRequests
    stateRequests.removeAll()
    for request in requests {
      let state = state(of: request.region, at: now)
      if state == .unknown, request.deadline > now {
        stateRequests.append(request)
      } else {
        deliver(.state(state, request.region), to: request.client, into: &effects)
      }
    }
  }

  private func state(of region: CircularRegion, at now: Duration) -> CLRegionState {
    guard permission.allowsCrossings, let location = currentLocation(at: now) else {
      return .unknown
    }
    return regions.state(of: region, at: location)
  }

  /// Returns where the device is: the newest location while the source reports positions, and for some seconds afterwards.
  private func currentLocation(at now: Duration) -> CLLocation? {
    let availability = situation.availability
    let isReported = availability.hasFix && !availability.isUnavailable && !isAtStart
    let current =
      isReported
      ? situation.last
      : situation.fresh(isCoarse: false, at: now)
    return current?.location
  }
}

struct StateRequest: Sendable {
  let region: CircularRegion
  let client: EngineClientID
  /// When the answer is that the state is unknown.
  let deadline: Duration
}
