// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// The present permission of the application, in Core Location's terms.
package struct Permission: Hashable, Sendable {
  package var status: CLAuthorizationStatus = .notDetermined
  package var accuracy: CLAccuracyAuthorization = .fullAccuracy
  /// Whether location services are on for this machine.
  package var servicesEnabled = true
  /// Whether the application is in use: in the foreground, or by its own declaration.
  package var isInUse = true
  /// Whether the person is being asked now.
  package var isBeingAsked = false

  package init(
    status: CLAuthorizationStatus = .notDetermined,
    accuracy: CLAccuracyAuthorization = .fullAccuracy, servicesEnabled: Bool = true,
    isInUse: Bool = true, isBeingAsked: Bool = false
  ) {
    self.status = status
    self.accuracy = accuracy
    self.servicesEnabled = servicesEnabled
    self.isInUse = isInUse
    self.isBeingAsked = isBeingAsked
  }

  package var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
  var isDenied: Bool { status == .denied || status == .restricted }

  /// Whether events are reported at all: streams, regions, visits, significant changes, conditions.
  var allowsEvents: Bool { disclosure.allowsEvents }

  /// The rules for what the application may know.
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
