// Core Location for Linux. SPDX-License-Identifier: MIT

/// A call to a delegate, or an element of a stream.
enum Callback: Sendable {
  case authorizationChanged
  case locations([CLLocation])
  case failed(CLError.Code)
  case paused
  case resumed
  case heading(CLHeading)
  case visit(CLVisit)
  case monitoringStarted(CircularRegion)
  case monitoringFailed(FailedRegion, CLError.Code)
  case entered(CircularRegion)
  case exited(CircularRegion)
  case state(CLRegionState, CircularRegion)
  case rangingFailed(CLBeaconIdentityConstraint)
  case regionRangingFailed(FailedRegion)
  case deferringFailed
  case update(CLLocationUpdate)
  case condition(CLMonitor.Event)
  case permission(Permission)
}

/// The service of a manager to which a callback belongs; once the service is stopped, its callbacks no longer arrive.
enum Service: Hashable, Sendable {
  case standard
  case request
  case significantChanges
  case visits
  case heading
}

/// A callback on its way to a client.
struct Delivery: Sendable {
  var client: EngineClientID
  var callback: Callback
  /// The service and its run; `nil` for a callback that belongs to none.
  var run: (service: Service, number: Int)?

  /// Whether it arrives in the background only in applications that are authorized Always.
  var needsAlways: Bool {
    switch callback {
    case .visit, .entered, .exited: true
    default: run?.service == .significantChanges
    }
  }
}

/// The identity of a client of the engine, such as a manager or a stream.
struct EngineClientID: Hashable, Sendable {
  let number: Int
}
