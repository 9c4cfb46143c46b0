// Core Location for Linux. SPDX-License-Identifier: MIT

import Dispatch
import LinuxSystem

/// A session that requests permission for as long as it is held.
///
/// The person is asked when the session is created, and again if nothing has been decided when the application comes
/// into use, or if a decision is withdrawn. They are asked for full accuracy as soon as the location is permitted, and again
/// after it has lapsed. A question without an answer is not repeated.
///
/// If Info.plist has `NSLocationRequireExplicitServiceSession`, streams and monitors work only while there is a session.
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
    let requests = Mutex(
      SessionRequests(wantsFullAccuracy: purposeKey != nil, engine.authorizer.permission))
    let ask: @Sendable ([SessionRequests.Request], LocationEngine) -> Void = { requests, engine in
      for request in requests { Self.ask(request, requirement, purposeKey, engine) }
    }
    follower = PermissionFollower(engine, .session) { [weak engine] permission in
      guard let engine else { return }
      ask(requests.withLock { $0.changed(to: permission) }, engine)
    }
    ask(requests.withLock { $0.begin() }, engine)
  }

  deinit { invalidate() }

  private static func ask(
    _ request: SessionRequests.Request, _ requirement: AuthorizationRequirement,
    _ purposeKey: String?, _ engine: LocationEngine
  ) {
    switch (request, requirement) {
    case (.permission, .none): break
    case (.permission, .whenInUse): engine.request { $0.requestWhenInUse() }
    case (.permission, .always): engine.request { $0.requestAlways() }
    case (.fullAccuracy, _):
      engine.authorizer.requestTemporaryFullAccuracy(purposeKey: purposeKey ?? "") { _ in }
    }
  }

  /// Ends the session permanently.
  public func invalidate() { follower.end() }

  /// The state of the request, now and after each change.
  public var diagnostics: Diagnostics {
    let wantsAlways = requirement == .always
    let wantsFullAccuracy = purposeKey != nil
    return Diagnostics(follower: follower) { permission in
      Diagnostic(
        permission: permission, wantsAlways: wantsAlways, wantsFullAccuracy: wantsFullAccuracy)
    }
  }
}
