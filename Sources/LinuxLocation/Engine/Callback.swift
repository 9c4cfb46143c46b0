// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a delegate is called with, or a stream yields.
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

/// Which of a manager's services a callback belongs to: once it is stopped, none of it arrives any more.
enum Service: Hashable, Sendable {
  case standard
  case request
  case significantChanges
  case visits
  case heading
}

/// A callback on its way.
struct Delivery: Sendable {
  var client: EngineClientID
  var callback: Callback
  /// The service and its run; `nil` for what belongs to none.
  var run: (service: Service, number: Int)?

  /// Whether it arrives in the background only in applications that may know always.
  var needsAlways: Bool {
    switch callback {
    case .visit, .entered, .exited: true
    default: run?.service == .significantChanges
    }
  }
}

/// One who uses the engine: a manager, or a stream.
struct EngineClientID: Hashable, Sendable {
  let number: Int
}
