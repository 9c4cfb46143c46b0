// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import Logging

/// The authorization of this process, in Core Location's terms.
final class CenterAuthorizer: Authorizer {
  private let center: AuthorizationCenter
  private let observation = Mutex<AuthorizationObservation?>(nil)
  private let logger: Logger

  init(_ center: AuthorizationCenter, logger: Logger) {
    self.center = center
    self.logger = logger
  }

  var permission: Permission { Permission(center.authorization) }
  var requiresExplicitSession: Bool { center.requiresExplicitSession }

  func requestWhenInUse() { center.requestWhenInUse() }
  func requestAlways() { center.requestAlways() }
  func requestImplicitly() { center.requestImplicitly() }
  func openSettings() { center.openSettings() }

  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) {
    center.requestTemporaryFullAccuracy(purposeKey: purposeKey) { [logger] error in
      if let error { logger.notice("\(error)") }
      completion(error.map { _ in .promptDeclined })
    }
  }

  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    center.alwaysNeeded(settled: settled)
  }

  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {
    let observation = center.observe { changed(Permission($0)) }
    self.observation.withLock { $0 = observation }
  }

  func showUse(_ use: ServiceSet, showsIndicator: Bool) {
    center.publishUse(use.names, showsIndicator: showsIndicator)
  }

  func setInUse(_ isInUse: Bool?) { center.setInUse(isInUse) }
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
