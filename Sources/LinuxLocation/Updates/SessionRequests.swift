// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a session requests, and when: decided by the permission and its changes.
struct SessionRequests: Sendable {
  enum Request: Hashable, Sendable { case permission, fullAccuracy }

  private let wantsFullAccuracy: Bool
  private var last: Permission
  /// Whether full accuracy has been requested since it was last granted, or since the application was last not permitted
  /// anything: a refusal is not asked about again.
  private var hasRequestedAccuracy = false

  init(wantsFullAccuracy: Bool, _ permission: Permission) {
    self.wantsFullAccuracy = wantsFullAccuracy
    last = permission
  }

  mutating func begin() -> [Request] {
    [.permission] + (requestsAccuracy(last) ? [.fullAccuracy] : [])
  }

  mutating func changed(to permission: Permission) -> [Request] {
    defer { last = permission }
    // A question that ends without an answer must not be asked again, which would never end.
    let isUndecided =
      permission.status == .notDetermined && permission.isInUse && !permission.isBeingAsked
      && (last.status != .notDetermined || !last.isInUse)
    return (isUndecided ? [.permission] : [])
      + (requestsAccuracy(permission) ? [.fullAccuracy] : [])
  }

  private mutating func requestsAccuracy(_ permission: Permission) -> Bool {
    guard permission.isAuthorized, permission.accuracy == .reducedAccuracy else {
      hasRequestedAccuracy = false
      return false
    }
    guard wantsFullAccuracy, permission.isInUse, !permission.isBeingAsked, !hasRequestedAccuracy
    else { return false }
    hasRequestedAccuracy = true
    return true
  }
}
