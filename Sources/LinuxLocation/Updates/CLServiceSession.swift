// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch

/// A wish for permission, for as long as it is held.
///
/// It asks the person when it is made, and again when the application comes into use while nothing is decided.
public final class CLServiceSession: Sendable {
  /// What is wished for.
  public enum AuthorizationRequirement: Hashable, Sendable {
    /// Nothing: nobody is asked.
    case none
    /// To know while in use.
    case whenInUse
    /// To know at any time.
    case always
  }

  private let follower: PermissionFollower
  private let requirement: AuthorizationRequirement
  private let purposeKey: String?

  /// Wishes for permission.
  public convenience init(authorization: AuthorizationRequirement) {
    self.init(authorization, purposeKey: nil, engine: .shared)
  }

  /// Wishes for permission, and for full accuracy.
  ///
  /// - Parameter fullAccuracyPurposeKey: names the text in `NSLocationTemporaryUsageDescriptionDictionary` that says
  ///   why.
  public convenience init(
    authorization: AuthorizationRequirement, fullAccuracyPurposeKey: String
  ) {
    self.init(authorization, purposeKey: fullAccuracyPurposeKey, engine: .shared)
  }

  init(
    _ requirement: AuthorizationRequirement, purposeKey: String?, engine: LocationEngine
  ) {
    self.requirement = requirement
    self.purposeKey = purposeKey
    let authorizer = engine.authorizer
    follower = PermissionFollower(engine) { permission in
      // Not under the engine's lock, where this is called.
      guard permission.status == .notDetermined, permission.isInUse, !permission.isBeingAsked
      else { return }
      PermissionFollower.queue.async { Self.ask(requirement, authorizer) }
    }
    Self.ask(requirement, authorizer)
    if let purposeKey, authorizer.permission.accuracy == .reducedAccuracy {
      authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey) { _ in }
    }
  }

  deinit { invalidate() }

  private static func ask(_ requirement: AuthorizationRequirement, _ authorizer: any Authorizer) {
    switch requirement {
    case .none: break
    case .whenInUse: authorizer.requestWhenInUse()
    case .always: authorizer.requestAlways()
    }
  }

  /// Wishes for nothing any more.
  public func invalidate() { follower.end() }

  /// How the wish stands, now and whenever that changes.
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
