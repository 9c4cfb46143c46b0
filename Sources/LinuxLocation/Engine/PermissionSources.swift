// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols

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
