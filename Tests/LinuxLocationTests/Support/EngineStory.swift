// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationProtocols

@testable import LinuxLocation

/// An engine's state that a test feeds with events, and what is delivered to each client.
struct EngineStory {
  var state: EngineState
  var now = Duration.seconds(1000)
  /// What follows from the calls of the state so far.
  var effects = EngineOutputs()

  init(_ status: CLAuthorizationStatus = .authorizedAlways, isReplay: Bool = false) {
    state = EngineState(permission: Permission(status: status), isReplay: isReplay)
  }

  mutating func manager() -> EngineClientID { state.addClient(.manager) }

  /// Returns the effects since the last call.
  mutating func performed() -> EngineOutputs {
    state.settle(into: &effects)
    defer { effects = EngineOutputs() }
    return effects
  }

  /// Describes what was delivered to a client since the last call, and discards all other output.
  mutating func delivered(to client: EngineClientID) -> [String] {
    performed().deliveries.filter { $0.client == client && state.accepts($0) }
      .map { words($0.callback) }
  }

  /// Returns the locations that were delivered to all clients since the last call, and discards all other output.
  mutating func deliveredLocations() -> [CLLocation] {
    performed().deliveries.flatMap { delivery -> [CLLocation] in
      if case .locations(let locations) = delivery.callback { locations } else { [] }
    }
  }

  /// Passes on a location as if the receiver had reported it.
  mutating func receive(_ location: CLLocation) {
    receive(.report(.fix(TestLocations.fix(location))))
  }

  /// - Parameter arrival: by default, now.
  mutating func receive(_ content: ReceiverEvent.Content, arrival: Duration? = nil) {
    state.received(ReceiverEvent(content, at: arrival ?? now), at: now, into: &effects)
  }

  /// Advances the time.
  mutating func wait(_ duration: Duration) {
    now += duration
    state.elapse(to: now, into: &effects)
  }

  /// Returns what was logged since the last call, and discards pending deliveries.
  mutating func logged() -> [String] { performed().notices }

  mutating func permit(_ change: (inout Permission) -> Void) {
    var permission = state.permissionSources.authorized
    change(&permission)
    state.authorizationChanged(to: permission, at: now, into: &effects)
  }

  private func words(_ callback: Callback) -> String {
    switch callback {
    case .authorizationChanged: "authorization"
    case .locations(let locations):
      "at "
        + locations.map {
          String(Int(($0.timestamp.timeIntervalSince(TestLocations.start)).rounded()))
        }
        .joined(separator: ",")
    case .failed(let code): "failed \(code)"
    case .paused: "paused"
    case .resumed: "resumed"
    case .heading(let heading): "heading \(Int(heading.magneticHeading))"
    case .visit(let visit):
      visit.departureDate == .distantFuture ? "arrived" : "departed"
    case .monitoringStarted(let region): "monitoring \(region.identifier)"
    case .monitoringFailed(let region, let code):
      "not monitoring \(region.object.identifier): \(code)"
    case .entered(let region): "entered \(region.identifier)"
    case .exited(let region): "exited \(region.identifier)"
    case .state(let state, let region): "\(state) \(region.identifier)"
    case .rangingFailed, .regionRangingFailed: "no ranging"
    case .deferringFailed: "no deferring"
    case .update(let update):
      update.location == nil ? "update" : update.stationary ? "stationary" : "location"
    case .condition(let event): "\(event.identifier) \(event.state)"
    case .permission: "permission"
    }
  }
}

extension ReceiverEvent.Content {
  /// The state of a source.
  static func state(
    _ code: StateReport.Code, _ explanation: String? = nil, isReduced: Bool = false
  ) -> Self {
    var report = StateReport(state: code.rawValue, code: code)
    (report.explanation, report.isReduced) = (explanation, isReduced)
    return .status(ReceiverStatus(report))
  }
}

extension EngineState {
  mutating func startMonitoring(
    _ region: CLRegion, by client: EngineClientID, into effects: inout Effects
  ) {
    startMonitoring(RequestedRegion(region), by: client, into: &effects)
  }

  mutating func requestState(
    of region: CLCircularRegion, for client: EngineClientID, at now: Duration,
    into effects: inout Effects
  ) {
    requestState(of: CircularRegion(region), for: client, at: now, into: &effects)
  }
}
