// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationProtocols

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

/// The parts of the application's permission: the person's decision, and the limits that the source sets.
struct PermissionSources: Sendable {
  var authorized: Permission
  /// Whether streams and monitors work only while there is a service session.
  private let requiresSession: Bool
  private var limits = Limits.none
  /// The permission without the source's limits, which determines whether the source is needed.
  private(set) var granted: Permission

  private enum Limits { case none, reduced, denied }

  init(_ authorized: Permission, requiresSession: Bool) {
    var granted = authorized
    granted.lacksSession = requiresSession
    (self.authorized, self.granted, self.requiresSession) = (authorized, granted, requiresSession)
  }

  /// Applies the limits that a service sets, which may be stricter than the person's; they hold until another source is in
  /// use.
  mutating func limit(by state: StateReport) {
    switch state.code {
    case .starting, .noReceiver, .ended: break
    case .denied: limits = .denied
    case .waitingForFix, .fix, .trouble: limits = state.isReduced ? .reduced : .none
    }
  }

  mutating func combined(hasSession: Bool, isKeptInUse: Bool) -> Permission {
    granted = authorized
    granted.lacksSession = requiresSession && !hasSession
    granted.isInUse = authorized.isInUse || isKeptInUse
    var permission = granted
    switch limits {
    case .none: break
    case .reduced: permission.accuracy = .reducedAccuracy
    // The user of this program cannot change that.
    case .denied: if permission.isAuthorized { permission.status = .restricted }
    }
    return permission
  }
}

/// A request for permission on behalf of an application that starts updates without asking, as programs for macOS do.
struct ImplicitRequest: Sendable {
  /// How long an application may take to ask itself, perhaps for Always, which this never requests.
  static let patience = Duration.seconds(1)

  private var hasRequested = false
  /// When ``elapse(to:_:)`` has something to do; `nil` if it has nothing to do.
  private(set) var deadline: Duration?

  mutating func started(_ permission: Permission, at now: Duration) {
    guard permission.status == .notDetermined, !hasRequested else { return }
    deadline = deadline ?? now + Self.patience
  }

  /// Records that the application has asked for permission itself.
  mutating func requested() { (hasRequested, deadline) = (true, nil) }

  /// Returns whether the person is to be asked now.
  mutating func elapse(to now: Duration, _ permission: Permission) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return permission.status == .notDetermined && !permission.isBeingAsked
  }
}
