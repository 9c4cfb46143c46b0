// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Regions, which all managers of an application share.

extension EngineState {
  /// Begins to monitor a region, or says why not.
  mutating func startMonitoring(_ region: CLRegion, by id: ClientID) {
    guard let circle = region as? CLCircularRegion else {
      return deliver(
        .monitoringFailed(FailedRegion(region), .regionMonitoringFailure), to: id)
    }
    startMonitoring(CircularRegion(circle), by: id)
  }

  private mutating func startMonitoring(_ wanted: CircularRegion, by id: ClientID) {
    if permission.status == .notDetermined {
      waitingRegions.removeAll { $0.region.identifier == wanted.identifier }
      return waitingRegions.append((wanted, id))
    }
    let mayMonitor = permission.allowsMonitoring && permission.accuracy == .fullAccuracy
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

  /// Answers where somebody stands to a region, monitored or not.
  mutating func requestState(of region: CLRegion, for id: ClientID) {
    guard let circle = region as? CLCircularRegion else { return }
    let wanted = CircularRegion(circle)
    deliver(.state(state(of: wanted), wanted), to: id)
  }

  private func state(of region: CircularRegion) -> CLRegionState {
    let tracked = regions.state(of: region.identifier)
    if tracked != .unknown { return tracked }
    guard permission.allowsMonitoring, permission.accuracy == .fullAccuracy, hasFix, let last
    else { return .unknown }
    let distance = last.location.coordinate.distance(from: region.center)
    guard distance.isFinite else { return .unknown }
    return distance <= region.radius ? .inside : .outside
  }

  mutating func noteRegions(_ location: CLLocation) {
    guard !regions.isEmpty else { return }
    for event in regions.note(location) {
      for id in clientsInOrder where clients[id]?.isManager == true {
        tell(event, to: id)
      }
    }
  }

  private mutating func tell(_ event: RegionMonitor.Event, to id: ClientID) {
    switch event {
    case .entered(let region):
      deliver(.state(.inside, region), to: id)
      if region.notifiesOnEntry { deliver(.entered(region), to: id) }
    case .exited(let region):
      deliver(.state(.outside, region), to: id)
      if region.notifiesOnExit { deliver(.exited(region), to: id) }
    case .settled(let region, let state):
      deliver(.state(state, region), to: id)
    }
  }

  /// Monitoring was allowed and is not any more.
  mutating func denyRegions() {
    for region in regions.regions {
      for id in clientsInOrder where clients[id]?.isManager == true {
        deliver(.monitoringFailed(FailedRegion(region.object), .regionMonitoringDenied), to: id)
      }
    }
  }
}
