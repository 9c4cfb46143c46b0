// Core Location for Linux. SPDX-License-Identifier: MIT

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
