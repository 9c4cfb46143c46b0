// Core Location for Linux. SPDX-License-Identifier: MIT

/// A session that keeps the application in use while it is in the background, for as long as the session is held.
///
/// It takes effect once the application is in use; a session that is created in the background waits for that.
public final class CLBackgroundActivitySession: Sendable {
  private let follower: PermissionFollower

  /// Starts a session.
  public convenience init() { self.init(engine: .current) }

  init(engine: LocationEngine) { follower = PermissionFollower(engine, .activity) }

  deinit { invalidate() }

  /// Ends the session permanently.
  public func invalidate() { follower.end() }

  /// Its state, now and after each change.
  public var diagnostics: Diagnostics { Diagnostics(follower: follower) }
}

extension CLBackgroundActivitySession {
  /// The state of an activity in the background.
  public struct Diagnostic: Sendable {
    let permission: Permission

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

    /// Whether there is no service session, although Info.plist has `NSLocationRequireExplicitServiceSession`.
    public var serviceSessionRequired: Bool { permission.lacksSession }

    /// Whether the person is being asked now.
    public var authorizationRequestInProgress: Bool { permission.isBeingAsked }
  }

  /// The state of the session, now and after each change.
  public struct Diagnostics: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = Diagnostic
    /// The sequence itself never throws.
    public typealias Failure = any Error

    let follower: PermissionFollower

    /// Creates an iterator.
    public func makeAsyncIterator() -> Iterator { Iterator(loop: follower.loop()) }

    /// An iterator that follows the state.
    public struct Iterator: AsyncIteratorProtocol {
      var loop: EventHub<Permission>.Loop

      /// Returns the next state; `nil` when the task is cancelled or the session is invalidated.
      public mutating func next() async throws -> Diagnostic? {
        await loop.next().map { Diagnostic(permission: $0) }
      }
    }
  }
}
