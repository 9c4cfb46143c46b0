// Core Location for Linux. SPDX-License-Identifier: MIT

/// What one manager or stream wants, and what it was told last.
struct ClientState: Sendable {
  var settings = ManagerSettings()
  /// How many times each service was started or stopped: callbacks of an earlier run do not arrive.
  private(set) var runs: [Service: Int] = [:]

  /// Standard updates, if they were asked for.
  var standard: StandardUpdates?
  var request: LocationRequest?
  var significantChanges: SignificantChangeFilter?
  var monitorsVisits = false
  var heading: HeadingFilter?
  /// A stream of locations, if it is one.
  var live: LiveUpdates?
  /// Conditions, if it is a monitor.
  var conditions: ConditionMonitor?
  /// Whether it hears of every change of the permission.
  var followsPermission = false
  /// Whether it is an activity in the background, and whether that counts already.
  var isActivity = false
  var keepsInUse = false
  /// Whether it is a manager, whose delegate hears of the regions of all.
  var isManager = false

  mutating func renew(_ service: Service) { runs[service, default: 0] += 1 }

  /// Whether the application was in use since the standard service or the request was started.
  var hasBeenInUse = false

  /// Whether standard updates and requested locations may be told.
  func mayBeTold(_ permission: Permission) -> Bool {
    guard permission.isAuthorized else { return false }
    if permission.isInUse { return true }
    return settings.allowsBackgroundLocationUpdates
      && (permission.status == .authorizedAlways || hasBeenInUse)
  }

  /// What it uses the location for, as far as it is permitted; the receiver is needed for all of it.
  func use(_ permission: Permission) -> ServiceSet {
    var use: ServiceSet = []
    if permission.allowsLiveUpdates {
      if live != nil { use.insert(.live) }
      if let conditions, !conditions.isEmpty { use.insert(.conditions) }
    }
    if standard != nil || request != nil || heading != nil, mayBeTold(permission) {
      if standard != nil || request != nil { use.insert(.standard) }
      if heading != nil { use.insert(.heading) }
    }
    if permission.allowsMonitoring {
      if significantChanges != nil { use.insert(.significantChanges) }
      if monitorsVisits { use.insert(.visits) }
    }
    return use
  }
}

/// The course of standard updates.
struct StandardUpdates: Sendable {
  var filter = DistanceFilter()
  var pauses = PauseDetector()
  /// Whether its manager is told that they have resumed, with the next location.
  var isResuming = false
}
