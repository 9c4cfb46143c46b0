// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// What the application may know now, in Core Location's words.
struct Permission: Hashable, Sendable {
  var status: CLAuthorizationStatus = .notDetermined
  var accuracy: CLAccuracyAuthorization = .fullAccuracy
  /// Whether location services are on for this machine.
  var servicesEnabled = true
  /// Whether the application is in use: in the foreground, or by its own word.
  var isInUse = true
  /// Whether the person is being asked now.
  var isBeingAsked = false

  var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
  var isDenied: Bool { status == .denied || status == .restricted }

  /// Whether events are reported at all: streams, regions, visits, significant changes, conditions.
  var allowsEvents: Bool { disclosure.allowsEvents }

  /// The rules of what may be known.
  var disclosure: Disclosure {
    Disclosure(
      status: AuthorizationStatus(status),
      accuracy: accuracy == .fullAccuracy ? .full : .reduced, isInUse: isInUse)
  }
}

extension Permission {
  init(_ authorization: Authorization) {
    status =
      switch authorization.status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorizedAlways: .authorizedAlways
      case .authorizedWhenInUse: .authorizedWhenInUse
      }
    accuracy = authorization.accuracy == .full ? .fullAccuracy : .reducedAccuracy
    servicesEnabled = authorization.servicesEnabled
    isInUse = authorization.isInUse
    isBeingAsked = authorization.isBeingAsked
  }
}

extension AuthorizationStatus {
  fileprivate init(_ status: CLAuthorizationStatus) {
    self =
      switch status {
      case .notDetermined: .notDetermined
      case .restricted: .restricted
      case .denied: .denied
      case .authorizedAlways: .authorizedAlways
      case .authorizedWhenInUse: .authorizedWhenInUse
      }
  }
}
