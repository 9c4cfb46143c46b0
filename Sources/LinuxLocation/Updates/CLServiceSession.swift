// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import SerialLine

/// A wish for permission, for as long as it is held.
///
/// It asks the person when it is made, and again when the application comes into use while nothing is decided, or when a
/// decision is taken back; not because a question was left without an answer.
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
    let last = Guarded(authorizer.permission)
    follower = PermissionFollower(engine) { permission in
      let before = last.withLock { last in
        defer { last = permission }
        return last
      }
      // A question that ends without an answer is no reason to put it anew: that would never end.
      guard permission.status == .notDetermined, permission.isInUse, !permission.isBeingAsked,
        before.status != .notDetermined || !before.isInUse
      else { return }
      // Not under the engine's lock, where this is called.
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
