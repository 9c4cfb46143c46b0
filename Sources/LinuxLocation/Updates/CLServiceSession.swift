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

extension CLServiceSession {
  /// The state of a request for permission.
  public struct Diagnostic: Sendable {
    let permission: Permission
    let wantsAlways: Bool
    let wantsFullAccuracy: Bool

    /// Whether the person has refused permission.
    public var authorizationDenied: Bool { permission.status == .denied }

    /// Whether location services are off on this machine.
    public var authorizationDeniedGlobally: Bool { !permission.servicesEnabled }

    /// Whether an administrator forbids the use of the location.
    public var authorizationRestricted: Bool { permission.status == .restricted }

    /// Whether the application is in the background, where the person cannot be asked.
    public var insufficientlyInUse: Bool {
      permission.status == .notDetermined && !permission.isInUse
    }

    /// Whether full accuracy was requested, but only reduced accuracy is granted.
    public var fullAccuracyDenied: Bool {
      wantsFullAccuracy && permission.isAuthorized && permission.accuracy == .reducedAccuracy
    }

    /// Whether Always was requested, but only When In Use is granted.
    public var alwaysAuthorizationDenied: Bool {
      wantsAlways && permission.status == .authorizedWhenInUse
    }

    /// Always `false`: this is a service session.
    public var serviceSessionRequired: Bool { false }

    /// Whether the person is being asked now.
    public var authorizationRequestInProgress: Bool { permission.isBeingAsked }
  }

  /// The state of the request, now and after each change.
  public struct Diagnostics: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = Diagnostic
    /// The sequence itself never throws.
    public typealias Failure = any Error

    let follower: PermissionFollower
    let diagnostic: @Sendable (Permission) -> Diagnostic

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator {
      Iterator(loop: follower.loop(), diagnostic: diagnostic)
    }

    /// An iterator that follows the state.
    public struct Iterator: AsyncIteratorProtocol {
      var loop: EventHub<Permission>.Loop
      let diagnostic: @Sendable (Permission) -> Diagnostic

      /// Returns the next state; `nil` when the task is cancelled or the session is invalidated.
      public mutating func next() async throws -> Diagnostic? {
        await loop.next().map(diagnostic)
      }
    }
  }
}

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
