// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// The present permission of the application, in Core Location's terms.
package struct Permission: Hashable, Sendable {
  package var status: CLAuthorizationStatus = .notDetermined
  /// Whether Always has been granted without a question for it, which is asked when an event first requires it.
  package var isProvisional = false
  package var accuracy: CLAccuracyAuthorization = .fullAccuracy
  package var servicesEnabled = true
  /// Whether the application is in use: in the foreground, or by its own declaration.
  package var isInUse = true
  package var isBeingAsked = false
  /// Whether streams and monitors wait for a service session, which the application has declared to be necessary.
  var lacksSession = false

  package init(
    status: CLAuthorizationStatus = .notDetermined, isProvisional: Bool = false,
    accuracy: CLAccuracyAuthorization = .fullAccuracy, servicesEnabled: Bool = true,
    isInUse: Bool = true, isBeingAsked: Bool = false
  ) {
    self.status = status
    self.isProvisional = isProvisional
    self.accuracy = accuracy
    self.servicesEnabled = servicesEnabled
    self.isInUse = isInUse
    self.isBeingAsked = isBeingAsked
  }

  package var isAuthorized: Bool { status == .authorizedAlways || status == .authorizedWhenInUse }
  var isDenied: Bool { status == .denied || status == .restricted }

  /// Whether events are reported at all: streams, regions, visits, significant changes, conditions.
  var allowsEvents: Bool { isAuthorized && (isInUse || status == .authorizedAlways) }

  /// Whether crossings of circles are noticed, for which a coarse location does not suffice.
  var allowsCrossings: Bool { allowsEvents && accuracy == .fullAccuracy }

  var needsConfirmation: Bool { status == .authorizedAlways && isProvisional }

  /// Whether what requires Always waits for the person's answer.
  var awaitsAlways: Bool { needsConfirmation && !isInUse }
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
    isProvisional = authorization.isProvisional
    accuracy = authorization.accuracy == .full ? .fullAccuracy : .reducedAccuracy
    servicesEnabled = authorization.servicesEnabled
    isInUse = authorization.isInUse
    isBeingAsked = authorization.isBeingAsked
  }
}
