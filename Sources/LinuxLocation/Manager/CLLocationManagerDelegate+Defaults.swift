// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What a delegate does that leaves a method out.

extension CLLocationManagerDelegate {
  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)
  {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)
  {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error
  ) {}

  /// Nothing, unless it is implemented.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation
  ) {}

  /// Tells the older method, unless it is implemented.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    locationManager(manager, didChangeAuthorization: manager.authorizationStatus)
  }

  /// Nothing, unless it is implemented.
  public func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {}

  /// Nothing, unless it is implemented.
  public func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {}

  /// False, unless it is implemented.
  public func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    false
  }
}
