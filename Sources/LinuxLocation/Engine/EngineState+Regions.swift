// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Regions, which all managers of an application share.

extension EngineState {
  /// Begins to monitor a region, or reports why not.
  mutating func startMonitoring(_ region: CLRegion, by id: EngineClientID) {
    guard let circle = region as? CLCircularRegion else {
      return deliver(
        .monitoringFailed(FailedRegion(region), .regionMonitoringFailure), to: id)
    }
    startMonitoring(CircularRegion(circle), by: id)
  }

  private mutating func startMonitoring(_ wanted: CircularRegion, by id: EngineClientID) {
    if permission.status == .notDetermined {
      waitingRegions.removeAll { $0.region.identifier == wanted.identifier }
      return waitingRegions.append((wanted, id))
    }
    // In the background it waits, and reports nothing, until the application is in use.
    let mayMonitor = permission.isAuthorized && situation.isExact
    if let code = mayMonitor ? regions.add(wanted) : .regionMonitoringDenied {
      return deliver(.monitoringFailed(FailedRegion(wanted.object), code), to: id)
    }
    guard let kept = regions.region(wanted.identifier) else { return }
    deliver(.monitoringStarted(kept), to: id)
  }

  /// Somebody has decided: what waited begins, or is refused.
  mutating func startWaitingRegions() {
    let waiting = waitingRegions
    waitingRegions.removeAll()
    for (region, id) in waiting { startMonitoring(region, by: id) }
  }

  mutating func stopMonitoring(_ identifier: String) {
    regions.remove(identifier)
    waitingRegions.removeAll { $0.region.identifier == identifier }
  }

  /// The regions that are monitored, or will be once that is allowed.
  var monitoredRegions: [CircularRegion] { regions.regions + waitingRegions.map(\.region) }

  /// Answers on which side of a region's edge the device is, monitored or not: once it is known, within 2 s.
  mutating func requestState(of region: CLRegion, for id: EngineClientID, at now: Duration) {
    guard let circle = region as? CLCircularRegion else { return }
    let wanted = CircularRegion(circle)
    let state = state(of: wanted)
    if state == .unknown, permission.allowsEvents, situation.isExact {
      stateRequests.append(StateRequest(region: wanted, client: id, deadline: now + .seconds(2)))
    } else {
      deliver(.state(state, wanted), to: id)
    }
  }

  /// Answers the requests whose answer is known by now, or whose time is up.
  mutating func answerStateRequests(at now: Duration? = nil) {
    let requests = stateRequests
    stateRequests.removeAll()
    for request in requests {
      let state = state(of: request.region)
      if state == .unknown, now.map({ request.deadline > $0 }) ?? true {
        stateRequests.append(request)
      } else {
        deliver(.state(state, request.region), to: request.client)
      }
    }
  }

  private func state(of region: CircularRegion) -> CLRegionState {
    let tracked = regions.state(of: region.identifier)
    if tracked != .unknown { return tracked }
    guard permission.allowsEvents, situation.isExact, situation.availability.hasFix,
      let last = situation.last
    else { return .unknown }
    let distance = last.location.coordinate.distance(from: region.center)
    guard distance.isFinite else { return .unknown }
    return distance <= region.radius ? .inside : .outside
  }
}

/// A question on which side of a region's edge the device is.
struct StateRequest: Sendable {
  let region: CircularRegion
  let client: EngineClientID
  /// When the answer is that nobody knows.
  let deadline: Duration
}
