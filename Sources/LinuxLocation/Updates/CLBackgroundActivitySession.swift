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
