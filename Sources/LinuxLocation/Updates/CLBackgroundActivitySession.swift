// Core Location for Linux. SPDX-License-Identifier: MIT

/// A session that keeps the application in use while it is in the background, for as long as the session is held.
///
/// It takes effect once the application is in use; a session that is created in the background waits for that.
public final class CLBackgroundActivitySession: Sendable {
  private let engine: LocationEngine
  private let follower: PermissionFollower

  /// Starts a session.
  public convenience init() { self.init(engine: .current) }

  init(engine: LocationEngine) {
    self.engine = engine
    follower = PermissionFollower(engine) { _ in }
    engine.change { [follower] in $0.beginBackgroundActivity(follower.client, at: .now) }
  }

  deinit { invalidate() }

  /// Ends the session permanently.
  public func invalidate() {
    engine.change { [follower] in $0.endBackgroundActivity(follower.client, at: .now) }
    follower.end()
  }

  /// Its state, now and after each change.
  public var diagnostics: Diagnostics {
    Diagnostics(follower: follower)
  }
}
