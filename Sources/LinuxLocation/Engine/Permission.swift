// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the application may know now.
struct Permission: Hashable, Sendable {
  var status: CLAuthorizationStatus = .notDetermined
  var accuracy: CLAccuracyAuthorization = .fullAccuracy
  /// Whether location services are on for the whole machine.
  var servicesEnabled = true
  /// Whether the application is in use: in the foreground, or by its own word.
  var isInUse = true
  /// Whether the person is being asked now.
  var isBeingAsked = false

  var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
  var isDenied: Bool { status == .denied || status == .restricted }

  /// Whether streams of locations flow.
  var allowsLiveUpdates: Bool { isAuthorized && (isInUse || status == .authorizedAlways) }

  /// Whether regions, visits and significant changes are told.
  var allowsMonitoring: Bool { status == .authorizedAlways }
}
