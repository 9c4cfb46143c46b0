// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// A session that requests permission for as long as it is held.
///
/// The person is asked when the session is created, and again if nothing has been decided when the application comes
/// into use, or if a decision is withdrawn. A question without an answer is not repeated.
public final class CLServiceSession: Sendable {
  /// The requested permission.
  public enum AuthorizationRequirement: Hashable, Sendable {
    /// None: the person is not asked.
    case none
    /// While the application is in use.
    case whenInUse
    /// At any time.
    case always
  }

  private let follower: PermissionFollower
  private let requirement: AuthorizationRequirement
  private let purposeKey: String?

  /// Requests permission.
  ///
  /// - Parameter authorization: the permission to request.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purposeKey: nil, engine: .current)
  }

  /// Requests permission, and full accuracy.
  ///
  /// - Parameters:
  ///   - authorization: the permission to request.
  ///   - fullAccuracyPurposeKey: the key of the text in `NSLocationTemporaryUsageDescriptionDictionary` that says why.
  public convenience init(
    authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String
  ) {
    self.init(authorization, purposeKey: fullAccuracyPurposeKey, engine: .current)
  }

  init(
    _ requirement: AuthorizationRequirement, purposeKey: String?, engine: LocationEngine
  ) {
    self.requirement = requirement
    self.purposeKey = purposeKey
    let authorizer = engine.authorizer
    let last = Mutex(authorizer.permission)
    follower = PermissionFollower(engine) { [weak engine] permission in
      let before = last.withLock { last in
        defer { last = permission }
        return last
      }
      // A question that ends without an answer must not be asked again, which would never end.
      guard permission.status == .notDetermined, permission.isInUse, !permission.isBeingAsked,
        before.status != .notDetermined || !before.isInUse
      else { return }
      // Not under the engine's lock, which is held during this call.
      PermissionFollower.queue.async { [weak engine] in engine.map { Self.ask(requirement, $0) } }
    }
    Self.ask(requirement, engine)
    if let purposeKey, authorizer.permission.accuracy == .reducedAccuracy {
      authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey) { _ in }
    }
  }

  deinit { invalidate() }

  private static func ask(_ requirement: AuthorizationRequirement, _ engine: LocationEngine) {
    switch requirement {
    case .none: break
    case .whenInUse: engine.requestWhenInUse()
    case .always: engine.requestAlways()
    }
  }

  /// Ends the session permanently.
  public func invalidate() { follower.end() }

  /// The state of the request, now and after each change.
  public var diagnostics: Diagnostics {
    let wantsAlways = requirement == .always
    let wantsFullAccuracy = purposeKey != nil
    return Diagnostics { [follower] in
      follower.stream { permission in
        Diagnostic(
          permission: permission, wantsAlways: wantsAlways, wantsFullAccuracy: wantsFullAccuracy)
      }
    }
  }
}
