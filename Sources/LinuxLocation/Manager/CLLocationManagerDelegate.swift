// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation

/// What is told of locations.
///
/// Every method may be left out.
///
/// A method is found where a class declares its conformance; one that only a subclass declares is not.
public protocol CLLocationManagerDelegate: NSObjectProtocol {
  /// There are new locations: never empty, the newest last.
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation])

  /// No location can be had now (`CLError.locationUnknown`), or at all (`CLError.denied`).
  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error)

  /// The authorization has changed: only told to delegates that lack
  /// ``locationManagerDidChangeAuthorization(_:)``.
  func locationManager(
    _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus)

  /// The bow points elsewhere.
  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading)

  /// A region was entered.
  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion)

  /// A region was left.
  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion)

  /// How it stands to a region: the answer to a request, and told at each crossing.
  func locationManager(
    _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion)

  /// A region is monitored from now on.
  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion)

  /// A region cannot be monitored.
  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  )

  /// Deferred updates have ended: at once, for there are none.
  func locationManager(
    _ manager: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?)

  /// A stay has begun or ended.
  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit)

  /// Beacons were ranged: never told.
  func locationManager(
    _ manager: CLLocationManager, didRange beacons: [CLBeacon],
    satisfying beaconConstraint: CLBeaconIdentityConstraint)

  /// Beacons cannot be ranged.
  func locationManager(
    _ manager: CLLocationManager, didFailRangingFor beaconConstraint: CLBeaconIdentityConstraint,
    error: any Error)

  /// Beacons were ranged: never told.
  func locationManager(
    _ manager: CLLocationManager, didRangeBeacons beacons: [CLBeacon], in region: CLBeaconRegion)

  /// Beacons cannot be ranged.
  func locationManager(
    _ manager: CLLocationManager, rangingBeaconsDidFailFor region: CLBeaconRegion,
    withError error: any Error)

  /// There is a new location: never told, for its successor is.
  func locationManager(
    _ manager: CLLocationManager, didUpdateTo newLocation: CLLocation, from oldLocation: CLLocation)

  /// Status or accuracy have changed; told once after the manager was made, changed or not.
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager)

  /// Updates have paused, for the position does not change.
  func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager)

  /// Updates go on.
  func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager)

  /// Whether the person may be asked to move the device in order to calibrate its compass: never asked.
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool
}
