// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// A call to a delegate, or an element of a stream.
enum Callback: Sendable {
  case authorizationChanged
  case locations([CLLocation])
  case failed(CLError.Code)
  case paused
  case resumed
  case heading(CLHeading.Fields)
  case visit(CLVisit.Fields)
  case monitoringStarted(CircularRegion)
  case monitoringFailed(RequestedRegion, CLError.Code)
  case entered(CircularRegion)
  case exited(CircularRegion)
  case state(CLRegionState, CircularRegion)
  case rangingFailed(BeaconIdentity)
  case regionRangingFailed(BeaconRegion)
  case deferringFailed
  case update(CLLocationUpdate)
  case condition(CLMonitor.Event)
  case permission(Permission)
}

extension Callback {
  /// Whether it says something about where the device is, as every kind does that is not named here.
  var revealsPlace: Bool {
    switch self {
    // What the person permits, and what cannot be done.
    case .authorizationChanged, .permission, .failed, .monitoringStarted, .monitoringFailed,
      .rangingFailed, .regionRangingFailed, .deferringFailed:
      false
    // The direction of the bow.
    case .heading: false
    // Events that may contain no place.
    case .update(let update): update.location != nil
    case .state(let state, _): state != .unknown
    case .condition(let event): event.state != .unmonitored
    default: true
    }
  }
}

/// The service to which a callback belongs; once the service is stopped, its callbacks no longer arrive.
enum Service: Hashable, Sendable {
  case standard
  case request
  case significantChanges
  case visits
  case heading
  /// The monitoring of the region with this identifier, for all managers.
  case region(String)
}

struct Delivery: Sendable {
  var client: EngineClientID
  var callback: Callback
  /// The service and its run; `nil` for a callback that belongs to none.
  var run: (service: Service, number: Int)?
  /// Whether its service was started in use and continues in the background, which When In Use permits.
  var isContinued = false
  /// The file of an event that is stored until it arrives; `nil` if it is not.
  var receipt: WakeReceipt?

  /// Whether it arrives in the background only in applications that are authorized Always.
  var needsAlways: Bool { callback.revealsPlace && !isContinued }
}

/// The identity of a client of the engine, such as a manager or a stream.
struct EngineClientID: Hashable, Sendable {
  let number: Int
}
