// Core Location for Linux. SPDX-License-Identifier: MIT

/// The settings of a manager, with Core Location's defaults on iOS.
struct ManagerSettings: Hashable, Sendable {
  var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
  var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
  var activityType = CLActivityType.other
  var pausesLocationUpdatesAutomatically = true
  var allowsBackgroundLocationUpdates = false
  var showsBackgroundLocationIndicator = false
  var headingFilter: CLLocationDegrees = 1
  var headingOrientation = CLDeviceOrientation.portrait
}
