// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Streams of locations.

extension EngineState {
  mutating func startLiveUpdates(_ id: ClientID, _ activity: CLActivityType, at now: Duration) {
    clients[id]?.live = LiveUpdates(activity: activity)
    tellDiagnostics(id)
    guard let client = clients[id], let location = freshLocation(for: client, at: now) else {
      return
    }
    tellLive(location, to: id)
  }

  /// Tells a stream what stands in the way of its locations, if that has changed.
  mutating func tellDiagnostics(_ id: ClientID) {
    guard var live = clients[id]?.live else { return }
    var diagnostics = UpdateDiagnostics(permission, mayBeTold: permission.allowsLiveUpdates)
    diagnostics.locationUnavailable = isUnavailable && permission.allowsLiveUpdates
    guard diagnostics != live.told else { return }
    live.told = diagnostics
    clients[id]?.live = live
    // With a location coming, the next event says that nothing is in its way any more.
    var rest = diagnostics
    rest.accuracyLimited = false
    guard rest != UpdateDiagnostics() else { return }
    deliver(.update(CLLocationUpdate(diagnostics: diagnostics)), to: id)
  }

  mutating func tellLive(_ location: CLLocation, to id: ClientID) {
    guard var live = clients[id]?.live, permission.allowsLiveUpdates else { return }
    let change = live.pauses.note(location, activity: live.activity)
    live.told = UpdateDiagnostics(permission, mayBeTold: true)
    clients[id]?.live = live
    if live.pauses.isPaused, change != .pause { return }
    deliver(
      .update(
        CLLocationUpdate(
          location: location, stationary: change == .pause, diagnostics: live.told)), to: id)
  }
}

/// The course of one stream.
struct LiveUpdates: Sendable {
  let activity: CLActivityType
  var pauses = PauseDetector()
  var told = UpdateDiagnostics()

  init(activity: CLActivityType) { self.activity = activity }
}
