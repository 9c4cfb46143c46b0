// Core Location for Linux. SPDX-License-Identifier: MIT

/// Grants everything, until decisions are kept.
struct SharedAuthorizer: Authorizer {
  var permission: Permission { Permission(status: .authorizedAlways) }
  func requestWhenInUse() {}
  func requestAlways() {}
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) { completion(.promptDeclined) }
  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {}
  func noteUse(_ services: Set<Service>, showsIndicator: Bool) {}
}
