// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The authorization of this process, in Core Location's terms.

package import LocationAuthorization

extension AuthorizationCenter: Authorizer {
  package var permission: Permission { Permission(authorization) }

  package func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) {
    requestTemporaryFullAccuracy(purposeKey: purposeKey) { (error: TemporaryAccuracyError?) in
      completion(error.map { _ in .promptDeclined })
    }
  }

  package func observe(_ changed: @escaping @Sendable (Permission) -> Void) {
    observe { (authorization: Authorization) in changed(Permission(authorization)) }
  }

  package func showUse(_ use: ServiceSet, showsIndicator: Bool) {
    publishUse(use.names, showsIndicator: showsIndicator)
  }
}

/// The substitute where no authorization is available: it permits nothing.
struct NoAuthorizer: Authorizer {
  var permission: Permission { Permission(status: .denied) }
  func requestWhenInUse() {}
  func requestAlways() {}
  func requestImplicitly() {}
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) { completion(.promptDeclined) }
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) { settled(false) }
  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {}
  func setInUse(_ isInUse: Bool?) {}
  func showUse(_ use: ServiceSet, showsIndicator: Bool) {}
}
