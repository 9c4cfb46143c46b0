// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationAuthorization

/// The part that decides what the application may know.
package protocol Authorizer: Sendable {
  /// What the application may know now.
  var permission: Permission { get }

  /// Whether the application has declared that its streams and monitors need a service session.
  var requiresExplicitSession: Bool { get }

  /// Asks the person; returns at once.
  func requestWhenInUse()
  func requestAlways()
  /// Asks the person because of what the application does, unless it has declared that it uses sessions for that; returns
  /// at once.
  func requestImplicitly()
  /// Lets the person decide again; returns at once.
  func openSettings()
  /// Asks the person for full accuracy while in use, with the text for a purpose key; answers on any thread.
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void)

  /// Answers, on any thread, whether something that needs Always and is due in the background may be reported.
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void)

  /// Reports every change from now on, on any thread.
  func observe(_ changed: @escaping @Sendable (Permission) -> Void)

  /// Declares whether the application is in use; `nil` withdraws the declaration.
  func setInUse(_ isInUse: Bool?)

  /// Shows people what the location is used for; an empty set means that it is not used.
  func showUse(_ use: ServiceSet, showsIndicator: Bool)
}

extension Authorizer {
  /// Sessions are not needed by default.
  package var requiresExplicitSession: Bool { false }

  package func openSettings() {}
}

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
