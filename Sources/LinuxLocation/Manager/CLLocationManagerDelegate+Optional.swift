// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Lets applications call the methods as optional ones: `delegate?.locationManager?(manager, didUpdateLocations: [])`.

/// The methods of a delegate, to be called by their names.
public struct CLLocationManagerDelegateMethods {
  let delegate: any CLLocationManagerDelegate

  /// There are new locations: never empty, the newest last.
  public func callAsFunction(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    delegate.locationManager(manager, didUpdateLocations: locations)
  }

  /// No location can be had now (`CLError.locationUnknown`), or at all (`CLError.denied`).
  public func callAsFunction(_ manager: CLLocationManager, didFailWithError error: any Error) {
    delegate.locationManager(manager, didFailWithError: error)
  }

  /// The authorization has changed: only told to delegates that lack
  /// ``locationManagerDidChangeAuthorization(_:)``.
  public func callAsFunction(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {
    delegate.locationManager(manager, didChangeAuthorization: status)
  }

  /// The bow points elsewhere.
  public func callAsFunction(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    delegate.locationManager(manager, didUpdateHeading: newHeading)
  }

  /// A region was entered.
  public func callAsFunction(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    delegate.locationManager(manager, didEnterRegion: region)
  }

  /// A region was left.
  public func callAsFunction(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    delegate.locationManager(manager, didExitRegion: region)
  }

  /// How it stands to a region: the answer to a request, and told at each crossing.
  public func callAsFunction(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {
    delegate.locationManager(manager, didDetermineState: state, for: region)
  }

  /// A region is monitored from now on.
  public func callAsFunction(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    delegate.locationManager(manager, didStartMonitoringFor: region)
  }

  /// A region cannot be monitored.
  public func callAsFunction(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    delegate.locationManager(manager, monitoringDidFailFor: region, withError: error)
  }

  /// Deferred updates have ended: at once, for there are none.
  public func callAsFunction(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) {
    delegate.locationManager(manager, didFinishDeferredUpdatesWithError: error)
  }

  /// A stay has begun or ended.
  public func callAsFunction(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    delegate.locationManager(manager, didVisit: visit)
  }

  /// Beacons were ranged: never told.
  public func callAsFunction(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {
    delegate.locationManager(manager, didRange: beacons, satisfying: beaconConstraint)
  }

  /// Beacons cannot be ranged.
  public func callAsFunction(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {
    delegate.locationManager(manager, didFailRangingFor: beaconConstraint, error: error)
  }

  /// Beacons were ranged: never told.
  public func callAsFunction(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {
    delegate.locationManager(manager, didRangeBeacons: beacons, in: region)
  }

  /// Beacons cannot be ranged.
  public func callAsFunction(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {
    delegate.locationManager(manager, rangingBeaconsDidFailFor: region, withError: error)
  }

  /// There is a new location: never told, for its successor is.
  public func callAsFunction(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
  ) {
    delegate.locationManager(manager, didUpdateTo: newLocation, from: oldLocation)
  }
}

extension CLLocationManagerDelegate {
  /// The methods named `locationManager`; never `nil`.
  public var locationManager: CLLocationManagerDelegateMethods? { .init(delegate: self) }

  /// The method of this name; never `nil`.
  public var locationManagerDidChangeAuthorization: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidChangeAuthorization(manager) }
  }

  /// The method of this name; never `nil`.
  public var locationManagerDidPauseLocationUpdates: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidPauseLocationUpdates(manager) }
  }

  /// The method of this name; never `nil`.
  public var locationManagerDidResumeLocationUpdates: ((CLLocationManager) -> Void)? {
    { manager in self.locationManagerDidResumeLocationUpdates(manager) }
  }

  /// The method of this name; never `nil`.
  public var locationManagerShouldDisplayHeadingCalibration: ((CLLocationManager) -> Bool)? {
    { manager in self.locationManagerShouldDisplayHeadingCalibration(manager) }
  }
}
