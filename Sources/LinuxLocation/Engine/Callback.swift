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

extension CLLocationManager {
  /// Tells an event that is stored.
  ///
  /// It is claimed at the last moment: from there on nobody else tells it, and a process that is killed before the call has
  /// lost it.
  func notify(
    _ delegate: any CLLocationManagerDelegate, _ callback: Callback, _ receipt: WakeReceipt
  ) {
    switch callback {
    case .entered(let region):
      let object = region.object
      if receipt.claim() { delegate.locationManager(self, didEnterRegion: object) }
    case .exited(let region):
      let object = region.object
      if receipt.claim() { delegate.locationManager(self, didExitRegion: object) }
    default: if receipt.claim() { call(delegate, callback) }
    }
    receipt.finish()
  }

  func call(_ delegate: any CLLocationManagerDelegate, _ callback: Callback) {
    switch callback {
    case .authorizationChanged: delegate.locationManagerDidChangeAuthorization(self)
    case .locations(let locations):
      delegate.locationManager(self, didUpdateLocations: locations)
    case .failed(let code): delegate.locationManager(self, didFailWithError: CLError(code))
    case .paused: delegate.locationManagerDidPauseLocationUpdates(self)
    case .resumed: delegate.locationManagerDidResumeLocationUpdates(self)
    case .heading(let heading):
      delegate.locationManager(self, didUpdateHeading: CLHeading(heading))
    case .visit(let visit): delegate.locationManager(self, didVisit: CLVisit(visit))
    case .monitoringStarted(let region):
      delegate.locationManager(self, didStartMonitoringFor: region.object)
    case .monitoringFailed(let region, let code):
      delegate.locationManager(
        self, monitoringDidFailFor: region.object, withError: CLError(code))
    case .entered(let region): delegate.locationManager(self, didEnterRegion: region.object)
    case .exited(let region): delegate.locationManager(self, didExitRegion: region.object)
    case .state(let state, let region):
      delegate.locationManager(self, didDetermineState: state, for: region.object)
    case .rangingFailed(let beacons):
      delegate.locationManager(
        self, didFailRangingFor: beacons.object, error: CLError(.rangingUnavailable))
    case .regionRangingFailed(let region):
      delegate.locationManager(
        self, rangingBeaconsDidFailFor: region.object, withError: CLError(.rangingUnavailable))
    case .deferringFailed:
      delegate.locationManager(self, didFinishDeferredUpdatesWithError: CLError(.deferredFailed))
    case .update, .condition, .permission: break
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
