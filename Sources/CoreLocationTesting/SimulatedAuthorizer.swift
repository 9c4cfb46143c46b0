// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxLocation
import LinuxSystem

/// An authorizer that permits what a test specifies, and asks nobody.
final class SimulatedAuthorizer: Authorizer {
  private struct Content {
    var authorization: SimulatedAuthorization
    var isInUse = true
    var isBeingAsked = false
    var observers: [@Sendable (Permission) -> Void] = []

    var permission: Permission {
      Permission(
        status: authorization.isServiceEnabled ? authorization.status : .denied,
        accuracy: authorization.accuracy, servicesEnabled: authorization.isServiceEnabled,
        isInUse: isInUse, isBeingAsked: isBeingAsked)
    }
  }

  private let content: Mutex<Content>

  init(_ authorization: SimulatedAuthorization) {
    content = Mutex(Content(authorization: authorization))
  }

  var permission: Permission { content.withLock(\.permission) }

  var authorization: SimulatedAuthorization {
    get { content.withLock(\.authorization) }
    set { change { ($0.authorization, $0.isBeingAsked) = (newValue, false) } }
  }

  func requestWhenInUse() { ask(for: .authorizedWhenInUse) }
  func requestImplicitly() { ask(for: .authorizedWhenInUse) }
  func requestAlways() { ask(for: .authorizedAlways) }

  private func ask(for status: CLAuthorizationStatus) {
    change { content in
      let current = content.authorization.status
      let isUpgrade = current == .authorizedWhenInUse && status == .authorizedAlways
      // The person is not asked in the background, nor while location services are off.
      guard current == .notDetermined || isUpgrade, content.isInUse,
        content.authorization.isServiceEnabled
      else { return }
      switch content.authorization.answer {
      case .allow: content.authorization.status = status
      case .dontAllow: if !isUpgrade { content.authorization.status = .denied }
      case .nothing: content.isBeingAsked = true
      }
    }
  }

  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) {
    let isAllowed = change { content in
      guard content.authorization.accuracy == .reducedAccuracy, content.permission.isAuthorized,
        content.authorization.answer == .allow
      else { return false }
      content.authorization.accuracy = .fullAccuracy
      return true
    }
    completion(isAllowed ? nil : .promptDeclined)
  }

  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    settled(permission.status == .authorizedAlways)
  }

  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {
    content.withLock { $0.observers.append(changed) }
  }

  func setInUse(_ isInUse: Bool?) { change { $0.isInUse = isInUse ?? true } }

  func showUse(_ use: ServiceSet, showsIndicator: Bool) {}

  @discardableResult
  private func change<Result: Sendable>(_ body: (inout Content) -> Result) -> Result {
    let (result, permission, observers) = content.withLock { content in
      let before = content.permission
      let result = body(&content)
      let permission = content.permission
      return (result, permission, permission == before ? [] : content.observers)
    }
    for observer in observers { observer(permission) }
    return result
  }
}
